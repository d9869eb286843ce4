/** The reference of the interface, where what is sent is signed by the session above. Nothing of the session outlives the page. */
import { signedHeaders } from './sign.js';

const field = (id) => document.getElementById(id);

SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#interface',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  defaultModelsExpandDepth: 0,
  displayOperationId: false,
  validatorUrl: null,
  requestInterceptor: sign,
  responseInterceptor: takeSession,
});

field('forget').addEventListener('click', () => {
  for (const id of ['key', 'secret', 'idempotency']) field(id).value = '';
  say('The session is forgotten here; user_profile_logout ends it.');
});

if (!globalThis.crypto?.subtle) say('Signing works over https and on localhost only: the browser offers no cryptography here.');

/** Swagger UI's own reading of the document passes here too, and is left as it is. */
async function sign(request) {
  const session = { pbcKey: field('key').value.trim(), secret: field('secret').value.trim() };
  if (request.loadSpec || !session.pbcKey || !session.secret) return request;
  const url = new URL(request.url, location.href);
  // Nobody else may see a signature.
  if (url.origin !== location.origin) return request;
  // Sending the same again within a second would be taken for a replay.
  if (!url.searchParams.has('n')) url.search += `${url.search ? '&' : '?'}n=${crypto.randomUUID()}`;
  const idempotencyKey = request.headers['Idempotency-Key'] || field('idempotency').value.trim();
  const headers = await signedHeaders(session, {
    method: request.method.toUpperCase(),
    target: url.pathname + url.search,
    body: request.body,
    idempotencyKey,
  });
  request.url = url.href;
  Object.assign(request.headers, headers);
  return request;
}

/** Who signs up, signs in or renews a session here goes on with it. */
function takeSession(response) {
  const session = read(response)?.DATA;
  if (!session?.secret || !session.expires) return response;
  if (session.pbcKey) field('key').value = session.pbcKey;
  field('secret').value = session.secret;
  say(`Signed in until ${new Date(Number(session.expires) * 1000).toLocaleString()}; what you send is signed.`);
  return response;
}

function read(response) {
  try {
    return JSON.parse(response.text);
  } catch {
    return undefined;
  }
}

function say(words) {
  field('state').textContent = words;
}
