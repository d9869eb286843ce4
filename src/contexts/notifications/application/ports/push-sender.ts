import type { PushMessage } from './push.js';

export interface PushDevice {
  /** The same for each attempt, so that a repeated message replaces the one shown. */
  readonly deliveryId: string;
  readonly tokenType: string;
  readonly pushToken: string;
  /** May be empty. */
  readonly channelId: string;
}

/** Result of a sending. A `reason` is an error code of the service, never its text, which may quote the token. */
export type PushOutcome =
  /** `ticket`: names the receipt, where the service reports delivery later. */
  | { readonly kind: 'sent'; readonly ticket?: string }
  /** The token is permanently invalid. */
  | { readonly kind: 'dead'; readonly reason: string }
  /** This message is permanently refused for this device. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The service was unreachable or asks to retry. */
  | { readonly kind: 'later'; readonly reason: string };

export abstract class PushSender {
  /** One outcome for each device, in their order; does not reject for errors of a service. */
  abstract send(devices: readonly PushDevice[], message: PushMessage): Promise<PushOutcome[]>;
}
