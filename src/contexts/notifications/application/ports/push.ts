export interface PushMessage {
  readonly title: string;
  readonly body: string;
}

/**
 * Push messages, written down in the caller's unit of work and sent by the queue afterwards: retried for a day, never
 * sent twice to a device for one key except after a crash between sending and marking.
 */
export abstract class Push {
  /**
   * Sends to every active device of the user; does nothing where there is none.
   * @param key of this message to this user: the event's id and the user's, say; at most 191 characters
   */
  abstract send(userId: string, message: PushMessage, key: string): Promise<void>;
}
