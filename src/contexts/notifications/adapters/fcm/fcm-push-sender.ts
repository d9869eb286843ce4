import { type PushDevice, type PushMessage, type PushOutcome, PushSender } from '../../application/ports.js';
import { errorCode, isRetryable, post, type PushAnswer } from '../push-http.js';
import type { GoogleAccessTokens } from './google-access-tokens.js';

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
