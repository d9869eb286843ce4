export abstract class NoticeErasure {
  /** A user's notices, for good. */
  abstract removeAll(userId: string): Promise<void>;
}
