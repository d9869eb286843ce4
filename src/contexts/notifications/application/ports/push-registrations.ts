export interface NewPushRegistration {
  readonly userId: string;
  /** The registration ends with it. */
  readonly sessionId: string;
  /** Which push service the token is of: `expo`, `fcm`. */
  readonly tokenType: string;
  /** At most 512 characters. */
  readonly pushToken: string;
  /** The client's notification channel, or empty. */
  readonly channelId: string;
}

export abstract class PushRegistrations {
  /** Registers a device, in the caller's unit of work. A token belongs to the user who registered it last. */
  abstract register(registration: NewPushRegistration): Promise<void>;
  /** Ends the registrations of these sessions, in the caller's unit of work. */
  abstract end(sessionIds: readonly string[]): Promise<void>;
  /** Ends a user's registrations. */
  abstract endAll(userId: string): Promise<void>;
}
