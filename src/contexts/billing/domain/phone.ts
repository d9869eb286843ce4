/** Mobile numbers as people write them: local, or with the country's code. */
export const PHONE = /^(?:\+?234|0)?[789][01][0-9]{8}$/;

/** The number in local form, 11 digits: `08031234567`. Undefined for anything that is no Nigerian mobile number. */
export function localPhone(text: string): string | undefined {
  const compact = text.replace(/[\s-]/g, '');
  return PHONE.test(compact) ? `0${compact.slice(-10)}` : undefined;
}

/** Names that a network goes by beside its code. */
const NETWORK_NAMES: Readonly<Record<string, string>> = { '9mobile': 't2', etisalat: 't2' };

/** The code of a network: `9mobile` and `etisalat` are `t2` today. Numbers are portable, so the client's choice wins over the prefix. */
export function networkCode(name: string): string {
  const lower = name.trim().toLowerCase();
  return NETWORK_NAMES[lower] ?? lower;
}
