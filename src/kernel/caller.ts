/** Whoever sent the request. Everything here is established by the pipeline, nothing is taken from the body. */
export interface Visitor {
  /** The client's address, proxies accounted for. */
  readonly ip: string;
  /** The 8-character reference that stands in the log line and in a FAILED answer. */
  readonly reference: string;
  /** The request as it came, for those who prove themselves by a rule of their own (provider webhooks). Only without a session. */
  readonly raw?: RawRequest;
  /** Who signed the request although its operation wants no signature; only where the operation takes notice of it. */
  readonly signedIn?: Caller;
}

export interface RawRequest {
  readonly body: Uint8Array;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** A signed-in caller. */
export interface Caller extends Visitor {
  readonly userId: string;
  readonly sessionId: string;
  /** A test account: flagged, with restricted features. */
  readonly isTest: boolean;
  /** Present on staff sessions: what they may do, as `userControl.allowModify`. */
  readonly grants: ReadonlySet<string> | undefined;
}

/** A caller of a money operation: the request is remembered under this key. */
export interface MoneyCaller extends Caller {
  readonly idempotencyKey: IdempotencyKey;
}

/** Identifies one money request, so that it happens at most once. */
export interface IdempotencyKey {
  /** Who asked: a user id, or `system` for settlements and other work of ours. */
  readonly scope: string;
  /** The operation's action, or the name of the work. */
  readonly action: string;
  readonly key: string;
  /** Digest of the parameters; the same key with another digest is refused. */
  readonly fingerprint: string;
}

/** What a money request was answered the first time. */
export interface IdempotencyRecord {
  readonly fingerprint: string;
  /** `pending`: begun and not answered yet; `subject` tells what it is about. */
  readonly state: 'pending' | 'answered' | 'refused';
  /** The DATA of the answer, or the failure's name and text. */
  readonly response: unknown;
  /** The id of the record the request made, where the answer is worked out later. */
  readonly subjectId: string | undefined;
  /** Unix ms of the first request. */
  readonly createdAt: number;
}

/** Returned by a money use case instead of a result when the request was seen before. */
export class Replayed {
  constructor(readonly record: IdempotencyRecord) {}
}
