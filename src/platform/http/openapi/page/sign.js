/** SVC1 with what every browser has: signs requests under a session's secret. */

const text = new TextEncoder();

/** The hash of a body. @param body a string, nothing, or a FormData as it will be sent */
export async function bodyHash(body) {
  if (!(body instanceof FormData)) return `raw:${await sha512(text.encode(body ?? ''))}`;
  const lines = [];
  for (const [name, value] of body) {
    const isFile = typeof value !== 'string';
    // Browsers send every line end of a value as CRLF.
    const bytes = isFile ? await value.arrayBuffer() : text.encode(value.replace(/\r\n|\r|\n/g, '\r\n'));
    lines.push(text.encode(`${isFile ? 'f' : 'v'}:${name}:${await sha512(bytes)}\n`));
  }
  return `mp1:${await sha512(await new Blob(lines.sort(byBytes)).arrayBuffer())}`;
}

/**
 * The signed headers of a request.
 * @param session `{ pbcKey, secret }` as login answers it
 * @param request `{ method, target, body, timestamp, idempotencyKey }`; target is path and query exactly as they are sent,
 *   timestamp is unix seconds, the last two may be left out
 */
export async function signedHeaders({ pbcKey, secret }, { method, target, body, timestamp, idempotencyKey }) {
  const seconds = String(timestamp ?? Math.floor(Date.now() / 1000));
  const lines = ['SVC1-HMAC-SHA512', method, target, seconds, pbcKey, await bodyHash(body)];
  if (idempotencyKey) lines.push(idempotencyKey);
  const key = await crypto.subtle.importKey('raw', text.encode(secret), { name: 'HMAC', hash: 'SHA-512' }, false, ['sign']);
  const signature = hex(await crypto.subtle.sign('HMAC', key, text.encode(lines.join('\n'))));
  return {
    'SVC-SECUREKEY': pbcKey,
    'SVC-TIMESTAMP': seconds,
    'SVC-REQSIGNAL': signature,
    ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}),
  };
}

async function sha512(bytes) {
  return hex(await crypto.subtle.digest('SHA-512', bytes));
}

function hex(bytes) {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function byBytes(one, other) {
  const place = one.findIndex((byte, index) => byte !== other[index]);
  return place === -1 ? one.length - other.length : one[place] - (other[place] ?? -1);
}
