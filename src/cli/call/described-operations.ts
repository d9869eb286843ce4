import { didYouMean } from '../../platform/http/did-you-mean.js';
import { UsageError } from '../command-error.js';

export interface InterfaceDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
}

interface DocumentedOperation {
  readonly operationId?: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly { readonly name?: string; readonly required?: boolean; readonly schema?: ParameterSchema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: BodySchema }>> };
  readonly 'x-operation'?: { readonly effect: 'read' | 'write' | 'money' };
}

interface BodySchema {
  readonly properties?: Readonly<Record<string, ParameterSchema>>;
  readonly required?: readonly string[];
}

interface ParameterSchema {
  readonly type?: string;
  readonly format?: string;
  readonly items?: ParameterSchema;
  readonly enum?: readonly string[];
}

export interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly type: 'text' | 'number' | 'boolean' | 'list' | 'json' | 'file';
}

export interface DescribedOperation {
  readonly action: string;
  readonly method: string;
  readonly signed: 'always' | 'optionally' | 'never';
  readonly effect: 'read' | 'write' | 'money';
  readonly source: 'query' | 'body' | 'form';
  readonly parameters: ReadonlyMap<string, Parameter>;
}

export class DescribedOperations {
  private readonly operations = new Map<string, DescribedOperation>();

  constructor({ paths }: InterfaceDocument) {
    for (const methods of Object.values(paths))
      for (const [method, documented] of Object.entries(methods))
        if (documented.operationId !== undefined) {
          const operation = describe(documented.operationId, method, documented);
          this.operations.set(operation.action, operation);
        }
  }

  /** @throws UsageError for an action that the service does not have */
  get(action: string): DescribedOperation {
    const found = this.operations.get(action);
    if (found) return found;
    throw new UsageError(`There is no operation ${action}${suggestion(action, [...this.operations.keys()])}`);
  }
}

/** A question behind a name that does not exist; a full stop if no name is near it. */
export function suggestion(name: string, names: readonly string[]): string {
  const question = didYouMean(name, names);
  return question === undefined ? '.' : `: ${question}`;
}

function describe(action: string, method: string, documented: DocumentedOperation): DescribedOperation {
  const [media, body] = Object.entries(documented.requestBody?.content ?? {})[0] ?? [];
  const security = documented.security ?? [];
  const isOptional = security.some((each) => Object.keys(each).length === 0);
  return {
    action,
    method: method.toUpperCase(),
    signed: security.length === 0 ? 'never' : isOptional ? 'optionally' : 'always',
    effect: documented['x-operation']?.effect ?? 'write',
    source: media === undefined ? 'query' : media === 'multipart/form-data' ? 'form' : 'body',
    parameters: new Map((body ? ofBody(body.schema) : ofQuery(documented)).map((each) => [each.name, each])),
  };
}

function ofBody({ properties = {}, required = [] }: BodySchema): Parameter[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    required: required.includes(name),
    type: typeOf(schema),
  }));
}

/** Parameters that every operation has are references without a name here. */
function ofQuery({ parameters = [] }: DocumentedOperation): Parameter[] {
  return parameters.flatMap(({ name, required = false, schema = {} }) =>
    name === undefined ? [] : [{ name, required, type: typeOf(schema) }],
  );
}

function typeOf({ type, format, items }: ParameterSchema): Parameter['type'] {
  if (format === 'binary') return 'file';
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'array') return items?.enum ? 'list' : 'json';
  if (type === 'object') return 'json';
  return type === 'boolean' ? 'boolean' : 'text';
}
