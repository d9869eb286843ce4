/** How a client of the service is written: Node's own modules and nothing else. */
import { createHash, createHmac, randomUUID } from 'node:crypto';

/** The service said no. `id` and `code` are for programs, the message is for people. */
export class ServiceError extends Error {
  constructor(status, { ID: id, CODE: code, DETAILS: details }) {
    super(details);
    this.name = 'ServiceError';
    Object.assign(this, { status, id, code });
  }
}

export class Client {
  #origin;
  #session;

  /** @param session what registration and login answer; without it only the open operations can be called */
  constructor(origin, session) {
    this.#origin = origin;
    this.#session = session;
  }

  /** Calls a reading operation; resolves to its DATA. */
  get(action, parameters = {}) {
    return this.call('GET', action, { parameters });
  }

  /**
   * Calls a writing operation; resolves to its DATA. With an idempotency key it can be sent again when the answer was lost:
   * it happens once, and every time the answer is the same.
   * @param {string} [idempotencyKey] 8 to 255 characters
   */
  post(action, fields = {}, idempotencyKey) {
    return this.call('POST', action, { body: JSON.stringify(fields), idempotencyKey });
  }

  /** Calls an operation that changes a record; resolves to its DATA. */
  patch(action, fields) {
    return this.call('PATCH', action, { body: JSON.stringify(fields) });
  }

  /** Sends a file; resolves to the DATA of the operation. */
  async upload(action, fileName, bytes, contentType) {
    const form = new FormData();
    form.append('file', new Blob([bytes], { type: contentType }), fileName);
    const packed = new Response(form);
    return this.call('POST', action, {
      body: Buffer.from(await packed.arrayBuffer()),
      contentType: packed.headers.get('content-type'),
      // A list of the parts is signed and not the body, so that the service can hash each part as it comes in.
      bodyHash: `mp1:${sha512(`f:file:${sha512(bytes)}\n`)}`,
    });
  }

  async call(method, action, { parameters = {}, body = '', contentType = 'application/json', bodyHash, idempotencyKey }) {
    // `n` makes two identical requests of one second distinct, so that the second is not taken for a replay.
    const target = `/?${new URLSearchParams({ req: action, ...parameters, n: randomUUID() })}`;
    const headers = { 'content-type': contentType };
    if (idempotencyKey) headers['idempotency-key'] = idempotencyKey;
    bodyHash ??= `raw:${sha512(body)}`;
    if (this.#session) Object.assign(headers, this.#sign(method, target, bodyHash, idempotencyKey));
    const response = await fetch(this.#origin + target, { method, headers, ...(method === 'GET' ? {} : { body }) });
    const envelope = await response.json();
    if (envelope.REQUEST.STATUS !== 'OK') throw new ServiceError(response.status, envelope.ERRORS);
    return envelope.DATA;
  }

  /** SVC1: the HMAC-SHA512 of what is sent, under the session's secret. The target is signed exactly as it stands on the request line. */
  #sign(method, target, bodyHash, idempotencyKey) {
    const { pbcKey, secret } = this.#session;
    const timestamp = String(Math.floor(Date.now() / 1000));
    const lines = ['SVC1-HMAC-SHA512', method, target, timestamp, pbcKey, bodyHash];
    if (idempotencyKey) lines.push(idempotencyKey);
    return {
      'svc-securekey': pbcKey,
      'svc-timestamp': timestamp,
      'svc-reqsignal': createHmac('sha512', secret).update(lines.join('\n')).digest('hex'),
    };
  }
}

function sha512(data) {
  return createHash('sha512').update(data).digest('hex');
}
