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

function firstOf(text: string): string {
  return /^./su.exec(text)?.[0] ?? '';
}
