import { LIMITS } from '../rate-limits.js';

const limits = Object.entries(LIMITS).map(([name, [requests, seconds]]) => `| ${name} | ${requests} in ${seconds} s |`);

export const ABOUT = `
A wallet, bill-payment and airtime service for Nigeria. An operation is named in the path, \`/<action>\` as here, or in the query,
\`/?req=<action>\`; both are the same.

## Answers

Every answer is an envelope, \`REQUEST\` with \`DATA\` or \`REQUEST\` with \`ERRORS\`. The HTTP status follows the kind of failure;
\`ERRORS.CODE\` is what the documents of the interface give for the operation and may differ. \`DETAILS\` ends in the reference of the
request, which also stands in the log. \`SVC-SERVER-TIME\` (unix seconds) is on every answer.

Amounts are Naira with at most two decimals. \`recorded\` is unix milliseconds as text, \`expires\` and \`ax_expire\` are unix seconds as
text. Lists are newest first; \`page\` is the \`recorded\` of the last item served. \`rqvl=false\` and \`page=false\` stand for nothing.

## Signed requests

Registration and login answer a public key (\`pbcKey\`) and a \`secret\`. A signed request carries three headers, each once:

- \`SVC-SECUREKEY\`: the public key
- \`SVC-TIMESTAMP\`: unix seconds, at most 300 away from the time of the service
- \`SVC-REQSIGNAL\`: lower-case hex HMAC-SHA512, under the UTF-8 bytes of the secret, of these lines joined by one LF:

\`\`\`
SVC1-HMAC-SHA512
<method>
<target, exactly as on the request line: path, ?, query>
<SVC-TIMESTAMP>
<SVC-SECUREKEY>
<body hash>
<Idempotency-Key>          only where that header is sent
\`\`\`

The body hash is \`raw:\` and the hex SHA-512 of the body. For \`multipart/form-data\` it is \`mp1:\` and the hex SHA-512 of a manifest:
for each part a line \`v:<name>:<hex SHA-512 of the value>\` or, with a file name, \`f:<name>:<hex SHA-512 of the bytes>\`, each ended
by LF, sorted by byte value.

A writing request is taken once for its signature. The query parameter \`n\` (8 to 64 characters) is ignored and makes two identical
requests of one second distinct. Operations that move money take an \`Idempotency-Key\` instead: repeated with the same parameters
they answer what they answered the first time, with the header \`Idempotency-Replayed: true\`. Answers are kept for 30 days unless the
operator says otherwise; the key is kept for good, and what was carried out is then answered with 409 \`idempotency_forgotten\`.

## Limits

By session, or by address where there is none, answered with \`RateLimit\` headers, and \`Retry-After\` on 429.

| Class | Requests |
|---|---|
${limits.join('\n')}
`.trim();
