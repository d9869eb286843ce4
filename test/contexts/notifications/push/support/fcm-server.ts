import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { jwtVerify } from 'jose';
import { type Answer, type Asked, PostServer } from './http-server.js';

export interface FcmMessage {
  readonly token: string;
  readonly notification: { readonly title: string; readonly body: string };
  readonly android: { readonly notification: { readonly tag: string; readonly channel_id?: string } };
  readonly apns: { readonly headers: Readonly<Record<string, string>> };
}

const FCM_ERROR = 'type.googleapis.com/google.firebase.fcm.v1.FcmError';
const BAD_REQUEST = 'type.googleapis.com/google.rpc.BadRequest';

/** A simulated token endpoint of Google and FCM's HTTP v1 interface. */
export class FcmServer extends PostServer {
  readonly projectId = 'harmattan-test';
  readonly clientEmail = 'push@harmattan-test.iam.gserviceaccount.com';
  readonly taken: FcmMessage[] = [];
  /** Answers for these registration tokens. */
  readonly answers = new Map<string, Answer>();
  expiresInSeconds = 3_599;
  isIssuing = true;
  issued = 0;
  private readonly keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  private readonly valid = new Set<string>();

  /** Writes a service account key file. */
  environment(file: string): Record<string, string> {
    const account = {
      type: 'service_account',
      project_id: this.projectId,
      client_email: this.clientEmail,
      private_key: this.keys.privateKey.export({ type: 'pkcs8', format: 'pem' }),
      token_uri: `${this.url}/token`,
    };
    writeFileSync(file, JSON.stringify(account), { mode: 0o600 });
    return { FCM_URL: this.url, FCM_SERVICE_ACCOUNT: file };
  }

  /** Refuses all access tokens issued before. */
  revoke(): void {
    this.valid.clear();
  }

  protected answer(asked: Asked): Promise<Answer> | Answer {
    if (asked.path === '/token') return this.issue(asked);
    if (asked.path === `/v1/projects/${this.projectId}/messages:send`) return this.send(asked);
    return { status: 404, body: '<html>Not found</html>' };
  }

  private async issue({ headers, body }: Asked): Promise<Answer> {
    const form = new URLSearchParams(body);
    if (!this.isIssuing) return { status: 500, body: 'down' };
    if (headers['content-type'] !== 'application/x-www-form-urlencoded') return { status: 415, body: 'a form is wanted' };
    if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer')
      return { status: 400, body: { error: 'unsupported_grant_type' } };
    try {
      const { payload } = await jwtVerify(form.get('assertion') ?? '', this.keys.publicKey, {
        algorithms: ['RS256'],
        issuer: this.clientEmail,
        audience: `${this.url}/token`,
        requiredClaims: ['iat', 'exp'],
        maxTokenAge: '1h',
      });
      if (payload['scope'] !== 'https://www.googleapis.com/auth/firebase.messaging') throw new Error('scope');
    } catch {
      return { status: 400, body: { error: 'invalid_grant' } };
    }
    const token = `ya29.access-${++this.issued}`;
    this.valid.add(`Bearer ${token}`);
    return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: this.expiresInSeconds } };
  }

  private send({ headers, body }: Asked): Answer {
    if (!this.valid.has(headers.authorization ?? '')) return fcmFault(401, 'UNAUTHENTICATED');
    const { message } = JSON.parse(body) as { message: FcmMessage };
    const answer = this.answers.get(message.token);
    if (answer) return answer;
    this.taken.push(message);
    return { status: 200, body: { name: `projects/${this.projectId}/messages/${this.taken.length}` } };
  }
}

/** An error in Google's format; `errorCode` is FCM's own, `field` names the invalid field. */
export function fcmFault(status: number, canonical: string, errorCode?: string, field?: string): Answer {
  const details = [
    ...(errorCode ? [{ '@type': FCM_ERROR, errorCode }] : []),
    ...(field ? [{ '@type': BAD_REQUEST, fieldViolations: [{ field, description: 'Invalid' }] }] : []),
  ];
  return { status, body: { error: { code: status, message: 'It was refused', status: canonical, details } } };
}
