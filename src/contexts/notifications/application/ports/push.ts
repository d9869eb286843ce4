export interface PushMessage {
  readonly title: string;
  readonly body: string;
}

/** A message to a user. */
export interface PushRequest {
  readonly userId: string;
  readonly message: PushMessage;
  /** Of this message to this user: the event's id and the user's, say; at most 191 characters. */
  readonly key: string;
}

/**
 * Push messages, written in the caller's unit of work and sent by the queue: retried for a day, and sent at most once
 * to a device for one key except after a crash between sending and recording.
 */
export abstract class Push {
  /**
   * Sends to every active device of the user.
   * @param key unique for message and user, such as event id and user id; at most 191 characters
   */
  abstract send(userId: string, message: PushMessage, key: string): Promise<void>;
  /** Finds the devices for many messages; the function that it returns writes the messages in the caller's unit of work. */
  abstract prepareAll(requests: readonly PushRequest[]): Promise<() => Promise<void>>;
}
