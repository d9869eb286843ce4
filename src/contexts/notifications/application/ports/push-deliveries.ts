import type { PushMessage } from './push.js';

/** A push message for one device. */
export interface PushDelivery {
  readonly id: string;
  readonly messageKey: string;
  readonly userId: string;
  readonly registrationId: string;
  readonly message: PushMessage;
  /** Unix ms. */
  readonly createdAt: number;
}

/** One that a service took with a ticket. */
export interface UnconfirmedDelivery {
  readonly id: string;
  readonly ticket: string;
  readonly registrationId: string;
  /** The registration's time when the message was sent, unix ms. */
  readonly registered: number;
  readonly createdAt: number;
}

export type DeliveryState =
  | { readonly state: 'waiting' }
  /** A receipt will tell; `registered` as in UnconfirmedDelivery. */
  | { readonly state: 'accepted'; readonly ticket: string; readonly registered: number }
  | { readonly state: 'sent' }
  | { readonly state: 'failed'; readonly reason: string };

/** Push messages on their way: one for a message's key and a device, at most. */
export abstract class PushDeliveries {
  /** Those of the message that wait to be sent. */
  abstract waiting(messageKey: string): Promise<PushDelivery[]>;
  /** Those that wait for a receipt since before this time, in the order of their ids, after the given one. */
  abstract unconfirmed(recordedBefore: number, afterId: string, limit: number): Promise<UnconfirmedDelivery[]>;
  /** Notes how it stands; what is over forgets its text. */
  abstract note(id: string, state: DeliveryState): Promise<void>;
}
