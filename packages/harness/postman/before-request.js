// Signs the request (SVC1) with the session of its actor, fills in codes of authenticator apps, and signs what a provider sends.
// Requests are left out whose variables are not set; FROM_OPERATOR says where those come from that no request makes.
const crypto = require('crypto-js');

const variables = pm.collectionVariables;
const resolve = (text) => pm.variables.replaceIn(String(text));
const sha512 = (text) => crypto.SHA512(crypto.enc.Utf8.parse(text)).toString();
const scenario = JSON.parse(pm.request.headers.get('X-Scenario') ?? '{}');
pm.request.headers.remove('X-Scenario');
pm.variables.set('session', scenario.session ?? '');

const made = {
  random: () => resolve('{{$guid}}'),
  phone: () => String(1_000_000 + Math.floor(Math.random() * 8_999_999)),
  today: () => new Date(Date.now() + 3_600_000).toISOString().slice(0, 10),
};
for (const [name, make] of Object.entries(made)) if (!pm.variables.get(name)) variables.set(name, make());

if (!pm.variables.get('announced')) {
  pm.variables.set('announced', 'yes');
  for (const [name, what] of Object.entries(FROM_OPERATOR))
    if (!pm.variables.get(name)) console.log(`${name} is not set, ${what}`);
}
const missing = (scenario.needs ?? []).filter((name) => !pm.variables.get(name));
// What an earlier request was to cause does not come where that was left out.
const isLeftOut = missing.length > 0 || (scenario.follows && pm.variables.get('leftOut') === 'yes');
pm.variables.set('leftOut', isLeftOut ? 'yes' : '');
if (isLeftOut) {
  console.log(`${pm.info.requestName} is left out: it needs ${missing.join(', ') || 'what was left out before it'}.`);
  pm.execution.skipRequest();
} else void prepare();

async function prepare() {
  const raw = pm.request.body?.raw ?? '';
  const actor = /\{\{totp:(\w+)\}\}/.exec(raw)?.[1];
  const body = resolve(actor ? raw.replace(/\{\{totp:\w+\}\}/, await nextCode(actor)) : raw);
  if (body) pm.request.body.update({ mode: 'raw', raw: body });
  if (scenario.signs) sign(scenario.signs, body);
  if (scenario.signedBy) signAsProvider(resolve(scenario.signedBy), body);
}

function sign(actor, body) {
  const query = pm.request.url.query
    .all()
    .map(({ key, value }) => `${encodeURIComponent(key)}=${encodeURIComponent(resolve(value ?? ''))}`);
  const path = `/${pm.request.url.path.map(resolve).join('/')}`;
  // The target is signed exactly as it is sent, so it is written here once and for all.
  const target = `${path}?${[...query, `n=${resolve('{{$guid}}')}`].join('&')}`;
  pm.request.url.update(resolve('{{baseUrl}}') + target);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = pm.variables.get(`${actor}_pbcKey`);
  const lines = ['SVC1-HMAC-SHA512', pm.request.method, target, timestamp, key, bodyHash(body)];
  const signature = crypto.HmacSHA512(lines.join('\n'), pm.variables.get(`${actor}_secret`)).toString();
  const headers = { 'SVC-SECUREKEY': key, 'SVC-TIMESTAMP': timestamp, 'SVC-REQSIGNAL': signature };
  for (const [name, value] of Object.entries(headers)) pm.request.headers.upsert({ key: name, value });
}

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

/** Standard Webhooks. */
function signAsProvider(secret, body) {
  const [id, timestamp] = [`evt_${resolve('{{$guid}}')}`, String(Math.floor(Date.now() / 1000))];
  const key = crypto.enc.Base64.parse(secret.replace('whsec_', ''));
  const signature = crypto.HmacSHA256(`${id}.${timestamp}.${body}`, key).toString(crypto.enc.Base64);
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
  for (const [name, value] of Object.entries(headers)) pm.request.headers.upsert({ key: name, value });
}

/** RFC 6238. A code is good once, and one step early or late, so that three can be used within one step. */
async function nextCode(actor) {
  const seconds = () => Date.now() / 1000;
  while (30 - (seconds() % 30) < 4) await pause(200);
  const last = Number(pm.variables.get(`${actor}_step`) ?? 0);
  const step = Math.max(Math.floor(seconds() / 30) - 1, last + 1);
  while (step > Math.floor(seconds() / 30) + 1) await pause(500);
  variables.set(`${actor}_step`, step);
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...pm.variables.get(`${actor}_totp`)]
    .map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const key = crypto.enc.Hex.parse(
    bits
      .match(/.{8}/g)
      .map((byte) => Number.parseInt(byte, 2).toString(16).padStart(2, '0'))
      .join(''),
  );
  const digest = crypto.HmacSHA1(crypto.enc.Hex.parse(step.toString(16).padStart(16, '0')), key).toString();
  const offset = Number.parseInt(digest.slice(-1), 16) * 2;
  const number = Number.parseInt(digest.slice(offset, offset + 8), 16) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

function pause(ms) {
  return new Promise((done) => setTimeout(done, ms));
}
