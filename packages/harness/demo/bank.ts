/** The sandbox bank: notifies the service of a payment by a signed webhook (Standard Webhooks). */
import { createHmac, randomUUID } from 'node:crypto';

export interface Payment {
  readonly accountNumber: string;
  /** In Naira. */
  readonly amount: number;
  readonly payerName: string;
}

/** @param secret `whsec_…`, as the service keeps it in `sandbox-webhook.secret` */
export function makeSandboxBank(origin: string, secret: string): (payment: Payment) => Promise<void> {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return async (payment) => {
    const body = JSON.stringify({ type: 'deposit.received', data: { ...payment, transactionId: randomUUID() } });
    const id = `evt_${randomUUID()}`;
    const timestamp = Math.floor(Date.now() / 1000);
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
    const response = await fetch(`${origin}/?req=webhook_receive&provider=sandbox`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': `v1,${signature}`,
      },
      body,
    });
    if (!response.ok) throw new Error(`The service refused the bank's webhook: ${await response.text()}`);
  };
}
