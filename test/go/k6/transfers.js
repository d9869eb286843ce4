/* global __ENV, __ITER, __VU */
// Signed transfers between users, as many as `ITERATIONS`, by `USERS` connections. ACCOUNTS: a file of {email, pbcKey, secret}.
import { check } from 'k6';
import { SharedArray } from 'k6/data';
import { hmac, sha512 } from 'k6/crypto';
import http from 'k6/http';

const accounts = new SharedArray('accounts', () => JSON.parse(open(__ENV.ACCOUNTS)));

export const options = {
  scenarios: { transfers: { executor: 'shared-iterations', vus: Number(__ENV.USERS), iterations: Number(__ENV.ITERATIONS) } },
  thresholds: { checks: ['rate==1.0'] },
  summaryTrendStats: ['med', 'p(99)', 'max'],
};

export default function () {
  const from = accounts[__VU % accounts.length];
  const to = accounts[(__VU + 1 + (__ITER % (accounts.length - 1))) % accounts.length];
  const body = JSON.stringify({ email: to.email, amount: 50 });
  const answer = signed(from, 'POST', '/user_transfer_create', body, `transfer-${__VU}-${__ITER}`);
  check(answer, { 'money moved': ({ status, body: text }) => status === 200 && JSON.parse(text).REQUEST.STATUS === 'OK' });
}

function signed({ pbcKey, secret }, method, target, body, idempotencyKey) {
  const now = String(Math.floor(Date.now() / 1000));
  const lines = ['SVC1-HMAC-SHA512', method, target, now, pbcKey, `raw:${sha512(body, 'hex')}`, idempotencyKey];
  const headers = {
    'Content-Type': 'application/json',
    'Idempotency-Key': idempotencyKey,
    'SVC-SECUREKEY': pbcKey,
    'SVC-TIMESTAMP': now,
    'SVC-REQSIGNAL': hmac('sha512', secret, lines.join('\n'), 'hex'),
  };
  return http.request(method, __ENV.SERVICE + target, body, { headers });
}
