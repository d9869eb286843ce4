/** The sender of a request. The pipeline establishes everything here; nothing is taken from the body. */
export interface Visitor {
  /** The client's address, proxies accounted for. */
  readonly ip: string;
  /** The 8-character reference that stands in the log line and in a FAILED answer. */
  readonly reference: string;
  /** The request as received, for webhooks, whose providers have their own rules of authentication. Only without a session. */
  readonly raw?: RawRequest;
  /** Who signed the request, where the operation needs no signature but recognises one. */
  readonly signedIn?: Caller;
}

export interface RawRequest {
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface Caller extends Visitor {
  readonly userId: string;
  readonly sessionId: string;
  /** A test account: flagged, with restricted features. */
  readonly isTest: boolean;
  /** What a staff session may do, as `userControl.allowModify`; undefined on a user's session. */
  readonly grants: ReadonlySet<string> | undefined;
}

/** A caller of a money operation, with the key of its idempotency record. */
export interface MoneyCaller extends Caller {
  readonly idempotencyKey: IdempotencyKey;
}

/** Identifies one money request, so that it is executed at most once. */
export interface IdempotencyKey {
  /** A user id, or `system` for settlements and other work of the service. */
  readonly scope: string;
  /** The operation's action, or the name of the work. */
  readonly action: string;
  readonly key: string;
  /** Digest of the parameters; the same key with another digest is refused. */
  readonly fingerprint: string;
}

/** What is stored of a money request. */
export interface IdempotencyRecord {
  readonly fingerprint: string;
  /** `pending`: without a result yet. */
  readonly state: 'pending' | 'answered' | 'refused';
  /** A StoredResult, a StoredRefusal, or DATA in records from before results were stored. */
  readonly response: unknown;
  /** The id of the row that the request made, from which a pending one can be continued. */
  readonly subjectId: string | undefined;
  /** Unix ms of the first request. */
  readonly createdAt: number;
}

/** Returned by a money use case instead of a result when the request was received before. */
export class Replayed {
  constructor(readonly record: IdempotencyRecord) {}
}
