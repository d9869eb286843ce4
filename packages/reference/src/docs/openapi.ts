/** What the page reads of `/openapi.json`. */

/** A value that is written on one line. */
export type Scalar = string | number | boolean;

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly contentEncoding?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly default?: Scalar;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly pattern?: string;
  /** In words. */
  readonly 'x-form'?: string;
}

export type Schemas = Readonly<Record<string, Schema>>;

export interface Parameter {
  readonly name: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly schema: Schema;
  readonly description?: string;
  readonly example?: unknown;
}

export interface Content {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

export interface DocumentedErrors {
  readonly CODE?: number;
  readonly ID?: string;
  readonly MSG?: string;
  readonly DETAILS: string;
}

export type Effect = 'read' | 'write' | 'money';

export interface DocumentedOperation {
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly [string];
  readonly security: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, { readonly content: { readonly 'application/json': Content } }>>;
  readonly 'x-operation': {
    readonly access: 'none' | 'signed' | 'admin';
    readonly effect: Effect;
    readonly limit: string;
    readonly permission: string | null;
    readonly first: readonly string[];
    readonly file?: RecordedFile;
  };
}

export interface RecordedFile {
  readonly name: string;
  readonly type: string;
  readonly content: string;
}

export interface DocumentedEvent {
  readonly summary: string;
  readonly requestBody: { readonly content: { readonly 'application/json': Content } };
}

interface Header {
  readonly name: string;
  readonly in: string;
  readonly description: string;
}

export interface Components {
  readonly schemas: Schemas;
  readonly securitySchemes: Readonly<Record<string, Header>>;
  readonly parameters: Readonly<Record<string, Header>>;
  readonly headers: Readonly<Record<'RetryAfter', { readonly description: string }>>;
}

export interface InterfaceDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: DocumentedEvent }>>;
  readonly components: Components;
  /** Refused before an operation is reached. */
  readonly 'x-errors': readonly { readonly name: string; readonly status: number; readonly errors: DocumentedErrors }[];
}
