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

/** The last four digits. */
export function maskPhone(phone: string): string {
  return `***${phone.replaceAll(/\D/g, '').slice(-4)}`;
}

/** `Ada Eze` is `A. E.` */
export function initialsOf(name: string): string {
  return name
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `${firstOf(word)}.`)
    .join(' ');
}
