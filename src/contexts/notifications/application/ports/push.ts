export interface PushMessage {
  readonly title: string;
  readonly body: string;
}

export interface PushRequest {
  readonly userId: string;
  readonly message: PushMessage;
  /** Unique for message and user, such as event id and user id; at most 191 characters. */
  readonly key: string;
}

/**
 * Written in the caller's unit of work, retried for a day, and sent once to a device for one key unless a crash follows the
 * sending.
 */
export abstract class Push {
  /** Sends to every active device of the user. @param key as in PushRequest */
  abstract send(userId: string, message: PushMessage, key: string): Promise<void>;
  /** The returned function writes the messages in the caller's unit of work. */
  abstract prepareAll(requests: readonly PushRequest[]): Promise<() => Promise<void>>;
}
