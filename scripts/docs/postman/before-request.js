// Signs the request (SVC1) under the session that registration or login left in the collection's variables.
const crypto = require('crypto-js');

const variables = pm.collectionVariables;
const resolve = (text) => pm.variables.replaceIn(String(text));
const sha512 = (text) => crypto.SHA512(crypto.enc.Utf8.parse(text)).toString();

if (!variables.get('email')) variables.set('email', `ada-${Date.now()}@example.com`);

const distinct = `n=${pm.variables.replaceIn('{{$guid}}')}`;
const query = pm.request.url.query
  .all()
  .filter((parameter) => !parameter.disabled)
  .map(({ key, value }) => `${encodeURIComponent(resolve(key))}=${encodeURIComponent(resolve(value ?? ''))}`);
const path = `/${pm.request.url.path.map(resolve).join('/')}`;
// The target is signed exactly as it is sent, so it is written here once and for all.
const target = `${path}?${[...query, distinct].join('&')}`;
const body = pm.request.body ? resolve(pm.request.body.raw ?? '') : '';
pm.request.url.update(resolve('{{baseUrl}}') + target);
if (pm.request.body) pm.request.body.update({ mode: 'raw', raw: body });

if (!pm.request.headers.has('X-Unsigned') && variables.get('secret')) {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const lines = ['SVC1-HMAC-SHA512', pm.request.method, target, timestamp, variables.get('pbcKey'), bodyHash(body)];
  const idempotencyKey = resolve(variables.get('idempotencyKey') ?? '');
  if (idempotencyKey) {
    lines.push(idempotencyKey);
    pm.request.headers.upsert({ key: 'Idempotency-Key', value: idempotencyKey });
  }
  pm.request.headers.upsert({ key: 'SVC-SECUREKEY', value: variables.get('pbcKey') });
  pm.request.headers.upsert({ key: 'SVC-TIMESTAMP', value: timestamp });
  pm.request.headers.upsert({
    key: 'SVC-REQSIGNAL',
    value: crypto.HmacSHA512(lines.join('\n'), variables.get('secret')).toString(),
  });
}
pm.request.headers.remove('X-Unsigned');

function bodyHash(text) {
  const boundary = /^multipart\/form-data;.*boundary=(.+)$/.exec(pm.request.headers.get('Content-Type') ?? '')?.[1];
  if (!boundary) return `raw:${sha512(text)}`;
  const parts = text.split(`--${boundary}`).slice(1, -1);
  const manifest = parts.map((part) => {
    const [head, ...rest] = part.slice(2).split('\r\n\r\n');
    const content = rest.join('\r\n\r\n').slice(0, -2);
    return `${/; filename="/.test(head) ? 'f' : 'v'}:${/; name="([^"]*)"/.exec(head)[1]}:${sha512(content)}\n`;
  });
  return `mp1:${sha512(manifest.sort().join(''))}`;
}
