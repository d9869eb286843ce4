/** Names that no public server has (RFC 2606, RFC 6762). */
const RESERVED = /(^|\.)(invalid|test|example|localhost|local|internal)$/;

/** Whether a picture may be fetched from there: by https from a public name, without credentials or port. */
export function isPictureAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, port, username } = new URL(text);
  const isName = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]+$/.test(hostname);
  return protocol === 'https:' && isName && !RESERVED.test(hostname) && port === '' && username === '';
}
