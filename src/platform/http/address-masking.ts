import { maskEmail, maskPhone } from '../../kernel/masking.js';

/** Without it staff see no e-mail address and no phone number of a user in full, in whatever answer. */
const SHOWS_ADDRESSES = 'userControl.showEmailAd';

const EMAIL = /[^\s@"<>(),;:\\]+@[^\s@"<>(),;:\\]+/gu;
/** International with a plus, or Nigerian; digits may be grouped. No part of a longer number or word. */
const PHONE = /(?<![\p{L}\d_])(?:\+\d(?:[ .()-]{0,2}\d){7,14}|(?:234|0)[ .-]?[789](?:[ .()-]{0,2}\d){9})(?![\p{L}\d_])/gu;
/** These fields hold nothing else, so they are masked in any form. */
const PHONE_FIELDS = new Set(['phoneNumber', 'customer_mobile', 'customerMobile']);
/** Begins as the e-mail address did. */
const USERNAME = 'username';

export function maySeeAddresses(grants: ReadonlySet<string> | undefined): boolean {
  return grants?.has(SHOWS_ADDRESSES) ?? false;
}

/** DATA with the e-mail addresses and phone numbers of all its texts masked; JSON in a text stays JSON. */
export function maskAddresses(data: unknown, field = ''): unknown {
  if (typeof data === 'string') return maskField(data, field);
  if (Array.isArray(data)) return data.map((item) => maskAddresses(item, field));
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, maskAddresses(value, name)]));
}

function maskField(text: string, field: string): string {
  if (text === '') return text;
  if (PHONE_FIELDS.has(field)) return maskPhone(text);
  if (field === USERNAME) return `${String.fromCodePoint(text.codePointAt(0)!)}***`;
  return text.replaceAll(EMAIL, maskEmail).replaceAll(PHONE, maskPhone);
}
