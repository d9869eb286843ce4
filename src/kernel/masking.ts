/** `203.0.113.7` is `203.0.113.0/24`, an IPv6 address is its /48. */
export function maskAddress(address: string): string {
  if (!address.includes(':')) {
    const parts = address.split('.');
    return parts.length === 4 ? `${parts.slice(0, 3).join('.')}.0/24` : '';
  }
  const [head = '', tail = ''] = address.split('%')[0]!.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === '' ? [] : tail.split(':');
  const zeros = address.includes('::') ? Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0') : [];
  const groups = [...before, ...zeros, ...after].slice(0, 3);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/48`;
}

/** `ada@example.com` is `a***@e***.com`. */
export function maskEmail(email: string): string {
  const [name = '', domain = ''] = email.split('@');
  const ending = domain.includes('.') ? domain.slice(domain.lastIndexOf('.')) : '';
  return `${firstOf(name)}***@${firstOf(domain)}***${ending}`;
}

/** The last four characters, of a longer serial number only. */
export function maskSerial(serial: string): string {
  return serial.length > 4 ? `***${serial.slice(-4)}` : '***';
}

/** The first character, surrogate pairs included. */
function firstOf(text: string): string {
  return /^./su.exec(text)?.[0] ?? '';
}
