/** The sender of a request, as the pipeline established it; nothing is taken from the body. */
export interface Visitor {
  /** The client's address behind trusted proxies. */
  readonly ip: string;
  /** 8 characters in the log line and in a FAILED answer. */
  readonly reference: string;
  readonly raw?: RawRequest;
  /** Set where a signature is optional and was valid. */
  readonly signedIn?: Caller;
}

export interface RawRequest {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** A device that signed in to the account for the first time less than a day ago. */
export interface NewDevice {
  /** Payments of the account count towards the device's limit from then on. */
  readonly from: number;
  /** Exclusive. */
  readonly until: number;
}

export interface Caller extends Visitor {
  readonly userId: string;
  readonly sessionId: string;
  readonly isTest: boolean;
  /** Permissions as `userControl.allowModify`; undefined on a user's session. */
  readonly grants: ReadonlySet<string> | undefined;
  readonly newDevice?: NewDevice | undefined;
}

export interface MoneyCaller extends Caller {
  readonly idempotencyKey: IdempotencyKey;
}

/** Identifies one money request, which is executed at most once. */
export interface IdempotencyKey {
  /** A user id, or `system` for settlements and other internal commands. */
  readonly scope: string;
  /** The operation's action, or the name of the internal command. */
  readonly action: string;
  readonly key: string;
  /** Digest of the parameters; the same key with another digest is refused. */
  readonly fingerprint: string;
}

/** Request of an internal command, which has nothing to compare but its key. */
export function systemRequest(action: string, key: string): IdempotencyKey {
  return { scope: 'system', action, key, fingerprint: '' };
}

export interface IdempotencyRecord {
  readonly fingerprint: string;
  /** `pending`: without a result yet; `forgotten`: answered so long ago that the response is no longer kept. */
  readonly state: 'pending' | 'answered' | 'refused' | 'forgotten';
  /** A StoredResult or a StoredRefusal. */
  readonly response: unknown;
  /** The id of the row that the request made, from which a pending one can be continued. */
  readonly subjectId: string | undefined;
  readonly createdAt: number;
}

/** Returned by a money use case instead of a result when the request was received before. */
export class Replayed {
  constructor(readonly record: IdempotencyRecord) {}
}
