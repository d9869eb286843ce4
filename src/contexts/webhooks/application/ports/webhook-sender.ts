export interface OutgoingMessage {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** `refused`: the address is not permitted; permanent. */
export type Delivery = { readonly status: number } | { readonly refused: string };

/** Posts a message to an address chosen by a subscriber. */
export abstract class WebhookSender {
  /** @throws Error without an answer */
  abstract send(message: OutgoingMessage): Promise<Delivery>;
}
