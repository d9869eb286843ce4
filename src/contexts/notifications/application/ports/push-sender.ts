import type { PushMessage } from './push.js';

/** A message's way to one device. */
export interface PushDevice {
  /** The same whenever the message is sent to the device again, so that a repeat can replace what is shown. */
  readonly deliveryId: string;
  readonly tokenType: string;
  readonly pushToken: string;
  /** Empty where the client has none. */
  readonly channelId: string;
}

/** What a push service said. A `reason` is an error code of the service, never text of it, which may quote the token. */
export type PushOutcome =
  /** `ticket`: asks for the receipt, where the service tells the end of it only later. */
  | { readonly kind: 'sent'; readonly ticket?: string }
  /** The token is good for nothing any more. */
  | { readonly kind: 'dead'; readonly reason: string }
  /** This message will never go to this device. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The service could not be reached or asks to come again. */
  | { readonly kind: 'later'; readonly reason: string };

/** Push services. */
export abstract class PushSender {
  /** One outcome for each device, in their order; does not reject for what a service does. */
  abstract send(devices: readonly PushDevice[], message: PushMessage): Promise<PushOutcome[]>;
}
