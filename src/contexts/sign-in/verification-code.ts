import { createHash } from 'node:crypto';
import { HOUR_MS } from '../../kernel/clock.js';
import { newId } from '../../kernel/ids.js';
import { Failure } from '../../kernel/failure.js';
import { signInFailures } from './failures.js';

export const CODE_PURPOSES = ['confirm', 'reset', 'update', 'export', 'pin', 'login', 'device'] as const;
export type MailedPurpose = (typeof CODE_PURPOSES)[number];
/** phone: proves a phone number; asked for by an operation of its own. */
export type CodePurpose = MailedPurpose | 'phone';

const CODE_LIFE_MS = HOUR_MS;
const TRIES_PER_NETWORK = 5;
const TRIES_IN_ALL = 25;

/** Slot of a code: one for each purpose of an address, and one for a code without a purpose. */
export type CodeSlot = CodePurpose | 'any';

export interface MailedCode {
  /** The mailed code is derived from it. */
  readonly id: string;
  readonly email: string;
  readonly slot: CodeSlot;
  readonly purposes: readonly CodePurpose[];
  /** Wrong ones, from anywhere. */
  readonly tries: number;
  readonly triesByNetwork: Readonly<Record<string, number>>;
  readonly used: boolean;
  readonly expires: number;
  /** Counts the changes. */
  readonly version: number;
}

const SLOTS: readonly CodeSlot[] = [...CODE_PURPOSES, 'any'];

/** Slots that may hold a code for the purpose; without a purpose, all but those for phones. */
export function slotsOf(purpose: CodePurpose | undefined): readonly CodeSlot[] {
  return purpose ? [purpose, 'any'] : SLOTS;
}

/** Stands in the place of a missing code, with a version that none has. */
export function missingCode(email: string, slot: CodeSlot): MailedCode {
  const never = { tries: 0, triesByNetwork: {}, used: true, expires: 0, version: -1 };
  return { ...never, email, slot, id: '', purposes: ['reset'] };
}

interface CodeRequest {
  readonly email: string;
  readonly slot: CodeSlot;
  readonly purposes: readonly CodePurpose[];
  readonly network: string;
  readonly now: number;
}

/** A live code is sent again instead of replaced, so that a stranger's request does not void the one that the owner holds. */
export function requestCode(previous: MailedCode | undefined, { network, now, ...request }: CodeRequest): MailedCode {
  const expires = now + CODE_LIFE_MS;
  const version = (previous?.version ?? 0) + 1;
  if (!previous || !isLive(previous, now))
    return { ...request, id: newId(), tries: 0, triesByNetwork: {}, used: false, expires, version };
  const triesByNetwork = { ...previous.triesByNetwork, [hashed(network)]: 0 };
  return { ...previous, ...request, triesByNetwork, expires, version };
}

/** Crockford's base 32, in which no two look or sound alike. */
export const LONG_CODE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const LONG_CODE_LENGTH = 8;

const LONG: readonly CodePurpose[] = ['reset', 'pin', 'login', 'device'];

/** Six digits are too few where a guess wins the account, or its money. */
export function isLong({ purposes }: Pick<MailedCode, 'purposes'>): boolean {
  return purposes.some((purpose) => LONG.includes(purpose));
}

/** Reads a typed code: case, spaces and hyphens do not matter, and I, L and O are the digits that they look like. */
export function asTyped(code: string): string {
  return code
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
    .replaceAll(/[IL]/g, '1')
    .replaceAll('O', '0');
}

/** The code in a mail: `ABCD-EFGH`, or six digits. */
export function asMailed(code: string): string {
  return code.length === LONG_CODE_LENGTH ? `${code.slice(0, 4)}-${code.slice(4)}` : code;
}

export function isOpen(code: MailedCode, network: string, now: number): boolean {
  return isLive(code, now) && (isLong(code) || (code.triesByNetwork[hashed(network)] ?? 0) < TRIES_PER_NETWORK);
}

export function withTries(code: MailedCode, network: string, by: 1 | -1): MailedCode {
  const key = hashed(network);
  const triesByNetwork = { ...code.triesByNetwork, [key]: Math.max(0, (code.triesByNetwork[key] ?? 0) + by) };
  return { ...code, tries: Math.max(0, code.tries + by), triesByNetwork, version: code.version + 1 };
}

/** Wrong tries do not use up a long code, because strangers could make them. */
function isLive(code: MailedCode, now: number): boolean {
  return !code.used && code.expires > now && (isLong(code) || code.tries < TRIES_IN_ALL);
}

/** Networks of people without an account are not stored. */
export function hashed(network: string): string {
  return createHash('sha256').update(network).digest('base64url').slice(0, 16);
}

const SENDS_PER_NETWORK = 5;
const SENDS_IN_ALL = 20;

export interface SentMail {
  readonly at: number;
  /** Hashed. */
  readonly network: string;
}

/**
 * @param isOwners whether the account's owner signed in from this network before: what others ask for does not count against them
 * @throws Failure `sign_in.codes_exhausted`
 */
export function withSentMail(sent: readonly SentMail[], network: string, now: number, isOwners: boolean): SentMail[] {
  const recent = sent.filter(({ at }) => at > now - HOUR_MS);
  const mine = recent.filter((mail) => mail.network === hashed(network));
  const full = mine.length >= SENDS_PER_NETWORK ? mine.at(-SENDS_PER_NETWORK) : undefined;
  const fullInAll = !isOwners && recent.length >= SENDS_IN_ALL ? recent.at(-SENDS_IN_ALL) : undefined;
  const free = Math.max(full?.at ?? 0, fullInAll?.at ?? 0) + HOUR_MS;
  if (full || fullInAll) throw new Failure(signInFailures.codes_exhausted, { retryAfterSeconds: Math.ceil((free - now) / 1000) });
  return [...recent, { at: now, network: hashed(network) }];
}
