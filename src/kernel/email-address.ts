import { domainToUnicode } from 'node:url';
import { LOOKALIKES, mixesScripts } from './scripts.js';

const MAX_LENGTH = 255;
const ASCII = /^\p{ASCII}*$/u;
/** Spaces, control characters, marks of direction, and invisible characters. */
const UNSEEN = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u;

/** The stored form of an address: without blanks at its ends, in lower case and in NFKC. */
export function normaliseEmail(text: string): string {
  const plain = text.trim().toLowerCase();
  return ASCII.test(plain) ? plain : plain.normalize('NFKC').toLowerCase();
}

/** A new address in its normal form; undefined with characters that nobody sees, or with letters of several scripts in one part. */
export function parseNewEmail(text: string): string | undefined {
  const email = normaliseEmail(text);
  const { name, domain } = partsOf(email);
  return UNSEEN.test(email) || [name, ...domain.split('.')].some(mixesScripts) ? undefined : email;
}

/** The look of an address (Unicode TS 39): two of one skeleton are taken for each other. ASCII stays as it is, because people are called obi1 and obil. */
export function emailSkeleton(email: string): string {
  if (ASCII.test(email) && !email.includes('xn--')) return email.toLowerCase();
  const { name, domain } = partsOf(normaliseEmail(email));
  return `${shapeOf(name)}@${shapeOf(domain)}`.slice(0, MAX_LENGTH);
}

function partsOf(email: string): { name: string; domain: string } {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  return { name: email.slice(0, at), domain: domainToUnicode(domain) || domain };
}

function shapeOf(part: string): string {
  const seen = part.normalize('NFD').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  return Array.from(seen, (sign) => LOOKALIKES.get(sign) ?? sign)
    .join('')
    .normalize('NFC');
}
