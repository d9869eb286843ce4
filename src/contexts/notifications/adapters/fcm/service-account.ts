import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ConfigurationError } from '../../../../platform/config/configuration-error.js';

/** From the key file of Google's console. */
export interface ServiceAccount {
  readonly projectId: string;
  readonly clientEmail: string;
  readonly privateKey: KeyObject;
  readonly tokenUrl: string;
}

/** @throws ConfigurationError when the file cannot be read or is no service account; never quotes its content */
export function readServiceAccount(file: string): ServiceAccount {
  try {
    const account = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    return {
      projectId: text(account['project_id']),
      clientEmail: text(account['client_email']),
      privateKey: createPrivateKey(text(account['private_key'])),
      tokenUrl: new URL(text(account['token_uri'])).href,
    };
  } catch {
    throw new ConfigurationError([`FCM_SERVICE_ACCOUNT must name the JSON key file of a service account; ${file} is none`]);
  }
}

function text(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new TypeError('a text is missing');
  return value;
}
