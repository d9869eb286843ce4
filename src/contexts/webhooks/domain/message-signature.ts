import { createHmac } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';

/**
 * The `webhook-signature` of Standard Webhooks v1: one signature for each valid secret, so that a receiver can verify
 * with the old or the new one.
 * @param timestamp unix seconds
 */
export function messageSignature(secrets: readonly string[], id: string, timestamp: number, body: string): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
    })
    .join(' ');
}
