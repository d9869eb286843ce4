import type { PushMessage } from './push.js';

export interface PushDelivery {
  readonly id: string;
  readonly messageKey: string;
  readonly userId: string;
  readonly registrationId: string;
  readonly message: PushMessage;
  readonly createdAt: number;
}

export interface UnconfirmedDelivery {
  readonly id: string;
  readonly ticket: string;
  readonly registrationId: string;
  /** Registration time of the device when it was sent, unix ms. */
  readonly registered: number;
  readonly createdAt: number;
}

export type DeliveryState =
  | { readonly state: 'waiting' }
  /** A receipt will tell; `registered` as in UnconfirmedDelivery. */
  | { readonly state: 'accepted'; readonly ticket: string; readonly registered: number }
  | { readonly state: 'sent' }
  | { readonly state: 'failed'; readonly reason: string };

/** At most one delivery for a message key and device. */
export abstract class PushDeliveries {
  /** Deliveries of a message that are not sent yet. */
  abstract listWaiting(messageKey: string): Promise<PushDelivery[]>;
  /** Deliveries that wait for a receipt since before this time, in the order of their ids, after the given one. */
  abstract listUnconfirmed(recordedBefore: number, afterId: string, limit: number): Promise<UnconfirmedDelivery[]>;
  /** Sets the state; a final one clears the text. */
  abstract setState(id: string, state: DeliveryState): Promise<void>;
}
