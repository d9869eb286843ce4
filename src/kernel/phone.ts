const NIGERIAN = /^(?:\+?2340?|0)?([789][01]\d{8})$/;
/** 0700, 0800 and 0900 numbers are services that no network loads. */
const OF_NO_MOBILE = /^[789]00/;
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}]/gu;

/** The intended text: without invisible marks, which come with pasted text, and with plain blanks and digits. */
export function plainText(text: string): string {
  return text.normalize('NFKC').replaceAll(UNSEEN, '').trim();
}

/** 11 digits, as `08031234567`; undefined for anything but a Nigerian mobile number. */
export function localPhone(text: string): string | undefined {
  const subscriber = NIGERIAN.exec(compact(text))?.[1];
  return subscriber === undefined || OF_NO_MOBILE.test(subscriber) ? undefined : `0${subscriber}`;
}

/** The forms in which a phone number may have been stored: as given, and of a Nigerian one the usual four. */
export function phoneSpellings(text: string): string[] {
  const number = compact(text);
  const subscriber = NIGERIAN.exec(number)?.[1];
  const known = subscriber === undefined ? [] : [`+234${subscriber}`, `0${subscriber}`, `234${subscriber}`, subscriber];
  return [...new Set([text, number, ...known])];
}

const NIGERIAN_BEGINNING = /^(?:\+?2340?|0)?([789]\d{5,6})$/;

/**
 * The forms in which a Nigerian number may have been stored that begins so, with six or seven of its ten digits. Fewer fit too many; with
 * more, somebody could try out the digits that they may not see.
 */
export function phoneBeginnings(text: string): string[] {
  const digits = NIGERIAN_BEGINNING.exec(compact(text))?.[1];
  return digits === undefined ? [] : [`+234${digits}`, `0${digits}`, `234${digits}`, digits];
}

function compact(text: string): string {
  return plainText(text).replaceAll(/[\s().\u2010-\u2015-]/g, '');
}

const NETWORK_NAMES: Readonly<Record<string, string>> = { '9mobile': 't2', etisalat: 't2' };

/** `9mobile` and `etisalat` are `t2`. The client's choice counts, because numbers are portable. */
export function networkCode(name: string): string {
  const lower = name.trim().toLowerCase();
  return NETWORK_NAMES[lower] ?? lower;
}
