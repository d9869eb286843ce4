export const PHONE = /^(?:\+?234|0)?[789][01][0-9]{8}$/;

/** 11 digits, as `08031234567`; undefined for anything but a Nigerian mobile number. */
export function localPhone(text: string): string | undefined {
  const compact = text.replace(/[\s-]/g, '');
  return PHONE.test(compact) ? `0${compact.slice(-10)}` : undefined;
}

const NETWORK_NAMES: Readonly<Record<string, string>> = { '9mobile': 't2', etisalat: 't2' };

/** `9mobile` and `etisalat` are `t2`. The client's choice counts, because numbers are portable. */
export function networkCode(name: string): string {
  const lower = name.trim().toLowerCase();
  return NETWORK_NAMES[lower] ?? lower;
}
