/** An example client of the service, with Node's own modules only. */
import { createHash, createHmac, randomUUID } from 'node:crypto';

/** A failed answer. `id` and `code` are for programs, the message is for people. */
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

  /** @param session the answer of registration or login; without it only open operations can be called */
  constructor(origin, session) {
    this.#origin = origin;
    this.#session = session;
  }

  /** Calls a reading operation; resolves to its DATA. */
  get(action, parameters = {}) {
    return this.call('GET', action, { parameters });
  }

  /**
   * Calls a writing operation; resolves to its DATA. With an idempotency key it can be repeated after a lost answer:
   * it is executed once, and every repeat gets the same answer.
   * @param {string} [idempotencyKey] 8 to 255 characters
   */
  post(action, fields = {}, idempotencyKey) {
    return this.call('POST', action, { body: JSON.stringify(fields), idempotencyKey });
  }

  /** Calls an operation that changes a record; resolves to its DATA. */
  patch(action, fields) {
    return this.call('PATCH', action, { body: JSON.stringify(fields) });
  }

  /** Uploads a file; resolves to the DATA of the operation. */
  async upload(action, fileName, bytes, contentType) {
    const form = new FormData();
    form.append('file', new Blob([bytes], { type: contentType }), fileName);
    const packed = new Response(form);
    return this.call('POST', action, {
      body: Buffer.from(await packed.arrayBuffer()),
      contentType: packed.headers.get('content-type'),
      // The signature covers a list of part hashes, so that the service can hash each part as it arrives.
      bodyHash: `mp1:${sha512(`f:file:${sha512(bytes)}\n`)}`,
    });
  }

  async call(method, action, { parameters = {}, body = '', contentType = 'application/json', bodyHash, idempotencyKey }) {
    // `n` makes identical requests of one second differ, so that the second one is no replay.
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

  /** SVC1: HMAC-SHA512 under the session's secret. The target is signed exactly as it is on the request line. */
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
