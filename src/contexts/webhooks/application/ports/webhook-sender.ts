export interface OutgoingMessage {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** `refused`: we do not talk to the address, and never will. */
export type Delivery = { readonly status: number } | { readonly refused: string };

/** Posts a message to an address that others chose. */
export abstract class WebhookSender {
  /** @throws Error when there was no answer */
  abstract send(message: OutgoingMessage): Promise<Delivery>;
}
