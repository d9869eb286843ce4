import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { wallMs } from '../../../../kernel/timers.js';
import { ConfigurationError } from '../../../../platform/config/start-error.js';
import { SignJWT } from 'jose';
import { post, errorCode, isRetryable, type PushAnswer } from '../push-http.js';
import { type PushDevice, type PushMessage, type PushOutcome, PushSender } from '../../push.js';

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

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const MARGIN_MS = 60_000;

/** By a service account's signed assertion (RFC 7523), cached until they expire. */
export class GoogleAccessTokens {
  private current: Promise<{ token: string; until: number }> | undefined;

  constructor(private readonly account: ServiceAccount) {}

  async get(): Promise<string> {
    const asked = (this.current ??= this.issue());
    try {
      const { token, until } = await asked;
      if (until > wallMs()) return token;
    } catch (error) {
      this.forget(asked);
      throw error;
    }
    this.forget(asked);
    return this.get();
  }

  /** The next call gets a new token. */
  async invalidate(token: string): Promise<void> {
    const { current } = this;
    if ((await current?.catch(() => undefined))?.token === token) this.forget(current);
  }

  private forget(asked: typeof this.current): void {
    if (this.current === asked) this.current = undefined;
  }

  private async issue(): Promise<{ token: string; until: number }> {
    const { clientEmail, privateKey, tokenUrl } = this.account;
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(clientEmail)
      .setAudience(tokenUrl)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(privateKey);
    const form = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion });
    const answer = await post(tokenUrl, { 'content-type': 'application/x-www-form-urlencoded' }, form.toString());
    const { access_token: token, expires_in: seconds } = (answer.body ?? {}) as { access_token?: unknown; expires_in?: unknown };
    if (answer.status !== 200 || typeof token !== 'string' || typeof seconds !== 'number')
      throw new Error(`Google answers ${answer.status} when asked for an access token`);
    // At least valid for the request it was issued for.
    return { token, until: wallMs() + Math.max(1_000, seconds * 1_000 - MARGIN_MS) };
  }
}

const TTL_SECONDS = 86_400;

/** Firebase Cloud Messaging (HTTP v1), one device in a request. */
export class FcmPushSender extends PushSender {
  private readonly url: string;

  /** @param baseUrl `https://fcm.googleapis.com` */
  constructor(
    baseUrl: string,
    projectId: string,
    private readonly tokens: GoogleAccessTokens,
  ) {
    super();
    this.url = `${baseUrl.replace(/\/$/, '')}/v1/projects/${encodeURIComponent(projectId)}/messages:send`;
  }

  send(devices: readonly PushDevice[], message: PushMessage): Promise<PushOutcome[]> {
    return Promise.all(devices.map((device) => this.sendOne(device, message)));
  }

  private async sendOne(device: PushDevice, message: PushMessage): Promise<PushOutcome> {
    let accessToken: string;
    try {
      accessToken = await this.tokens.get();
    } catch {
      return { kind: 'later', reason: 'no_access_token' };
    }
    try {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` };
      const answer = await post(this.url, headers, JSON.stringify({ message: fcmMessage(device, message) }));
      if (answer.status === 401) await this.tokens.invalidate(accessToken);
      return outcomeOf(answer);
    } catch {
      return { kind: 'later', reason: 'unreachable' };
    }
  }
}

/** The tag replaces an earlier copy of the delivery on the device. */
function fcmMessage({ deliveryId, pushToken, channelId }: PushDevice, { title, body }: PushMessage) {
  return {
    token: pushToken,
    notification: { title, body },
    android: {
      priority: 'HIGH',
      ttl: `${TTL_SECONDS}s`,
      notification: { tag: deliveryId, sound: 'default', ...(channelId === '' ? {} : { channel_id: channelId }) },
    },
    apns: { headers: { 'apns-collapse-id': deliveryId }, payload: { aps: { sound: 'default' } } },
  };
}

interface FcmFault {
  readonly status?: unknown;
  readonly details?: unknown;
}

interface FcmDetail {
  readonly errorCode?: unknown;
  readonly fieldViolations?: readonly { readonly field?: unknown }[];
}

function outcomeOf({ status, body }: PushAnswer): PushOutcome {
  if (status === 200) return { kind: 'sent' };
  const fault = (body as { error?: FcmFault } | null | undefined)?.error;
  const details = (Array.isArray(fault?.details) ? fault.details : []) as (FcmDetail | null)[];
  const code = details.find((detail) => typeof detail?.errorCode === 'string')?.errorCode ?? fault?.status;
  const reason = errorCode(code, `http_${status}`);
  // A 404 without FCM's code means a wrong address, not an invalid token.
  if (reason === 'UNREGISTERED' || (status === 404 && reason === 'NOT_FOUND')) return { kind: 'dead', reason };
  if (status === 400 && details.some(blamesToken)) return { kind: 'dead', reason };
  // The token belongs to another project, possibly by our configuration.
  if (reason === 'SENDER_ID_MISMATCH') return { kind: 'refused', reason };
  return isRetryable(status) ? { kind: 'later', reason } : { kind: 'refused', reason };
}

function blamesToken(detail: FcmDetail | null): boolean {
  const violations = detail?.fieldViolations;
  return Array.isArray(violations) && violations.some((violation) => violation?.field === 'message.token');
}
