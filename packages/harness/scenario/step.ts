import type { Action, Data, Input, SandboxMail, SandboxState } from '@harmattan/client';

/** A step's input, variables filled in. */
export type Arguments = Readonly<Record<string, string>>;

interface Steps<D> {
  /** Variables for later steps, from the answer. */
  readonly keep?: Readonly<Record<string, (data: D, given: Arguments) => string | undefined>>;
  /** The step is repeated until it holds. */
  readonly until?: (data: D, given: Arguments) => boolean;
  /** What `keep` and `until` are given. */
  readonly arguments?: Arguments;
}

export interface UploadedNote {
  readonly name: string;
  readonly type: string;
  readonly content: string;
}

export interface OperationStep<A extends Action> extends Steps<Data<A>> {
  readonly action: A;
  readonly sandbox?: undefined;
  /** The actor whose session signs. */
  readonly as?: string;
  /** Keeps the session of the answer for an actor. */
  readonly session?: string;
  readonly input?: { readonly [Name in keyof Input<A>]?: unknown };
  readonly file?: UploadedNote;
  /** In the place of the input, of what a provider sends, with the secret that it signs by. */
  readonly body?: object;
  readonly signedBy?: string;
  /** It prepares others, and is no example of its operation. */
  readonly setup?: boolean;
  /** Only a further example has one. */
  readonly title?: string;
  /** What has to be there, besides what the variables name. */
  readonly first?: readonly string[];
  /** Variables that tell that it is there. */
  readonly needs?: readonly string[];
}

interface SandboxRequest<Path extends string, D> extends Steps<D> {
  readonly action?: undefined;
  /** Below `/sandbox`. */
  readonly sandbox: Path;
  readonly name?: string;
  readonly method?: 'POST';
  readonly query?: Readonly<Record<string, string>>;
}

export type SandboxStep =
  | SandboxRequest<'state', SandboxState>
  | SandboxRequest<'mails/{{mail}}', SandboxMail & { readonly html: string }>
  | SandboxRequest<'pay' | 'reverse' | 'outcome' | 'clock', unknown>;

export type AnyOperationStep = { [A in Action]: OperationStep<A> }[Action];

/**
 * An operation, or a request to the page of the sandbox. The first step of an operation is its example, unless `setup` is true; later ones
 * are recorded where they have a `title`.
 *
 * `{{name}}` in an input stands for a variable. `keep` and `until` are also written into the Postman collection as text, so they use
 * nothing from outside.
 */
export type Step = AnyOperationStep | SandboxStep;
