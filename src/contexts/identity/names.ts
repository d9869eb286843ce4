import { distance } from 'fastest-levenshtein';
import { toPersonName } from '../../kernel/person-name.js';

export interface PersonNames {
  readonly firstName: string;
  /** Empty where there is none. */
  readonly middleName?: string;
  readonly lastName: string;
}

/** Why two names are not the same: for people who decide. */
export type NameNote = 'order' | 'initials' | 'spelling' | 'different' | 'missing';

export interface NameAgreement {
  /** 0 to 100. */
  readonly score: number;
  readonly notes: readonly NameNote[];
  /** The same person without a person's look: only the order and middle names may differ. */
  readonly isSame: boolean;
}

const ALIKE = 0.75;
const INITIAL = 0.9;

/** How a name that somebody gave agrees with the one that an authority has. */
export function agreementOf(given: PersonNames, found: PersonNames): NameAgreement {
  const parts = [...wordsOf(given.firstName, 'first'), ...wordsOf(given.lastName, 'last')];
  const places = [
    ...wordsOf(found.firstName, 'first'),
    ...wordsOf(found.middleName ?? '', 'middle'),
    ...wordsOf(found.lastName, 'last'),
  ];
  const pairs = bestPairs(parts, places);
  const notes = new Set<NameNote>(pairs.flatMap(({ likeness, note }) => (likeness === 1 ? [] : [note])));
  const isSwapped = pairs.some(({ part, place, likeness }) => likeness >= ALIKE && place?.of === other(part.of));
  if (isSwapped) notes.add('order');
  const isMissing = (['first', 'last'] as const).some(
    (of) => !pairs.some(({ place, likeness }) => likeness >= ALIKE && place?.of === of),
  );
  if (isMissing) notes.add('missing');
  const sum = pairs.reduce((total, { likeness }) => total + likeness, 0);
  return {
    score: parts.length === 0 ? 0 : Math.round((sum / parts.length) * 100),
    notes: [...notes],
    isSame: parts.length > 0 && [...notes].every((note) => note === 'order'),
  };
}

interface Word {
  readonly text: string;
  readonly of: 'first' | 'middle' | 'last';
}

interface Pair {
  readonly part: Word;
  readonly place: Word | undefined;
  readonly likeness: number;
  readonly note: NameNote;
}

/** Each word that was given with the most alike one that is left, the most alike pairs first. */
function bestPairs(parts: readonly Word[], places: readonly Word[]): Pair[] {
  const all = parts.flatMap((part) => places.map((place) => ({ part, place, ...likenessOf(part.text, place.text) })));
  const pairs: Pair[] = [];
  const used = new Set<Word>();
  const rank = ({ part, place, likeness }: (typeof all)[number]) => likeness * 2 + (part.of === place.of ? 1 : 0);
  for (const pair of all.toSorted((one, another) => rank(another) - rank(one))) {
    if (used.has(pair.part) || used.has(pair.place)) continue;
    used.add(pair.part).add(pair.place);
    pairs.push(pair);
  }
  const alone = parts.filter((part) => !used.has(part));
  return [...pairs, ...alone.map((part): Pair => ({ part, place: undefined, likeness: 0, note: 'missing' }))];
}

function likenessOf(given: string, found: string): { readonly likeness: number; readonly note: NameNote } {
  if (given === found) return { likeness: 1, note: 'spelling' };
  const [short, long] = given.length < found.length ? [given, found] : [found, given];
  if (short.length === 1 && long.startsWith(short)) return { likeness: INITIAL, note: 'initials' };
  const likeness = 1 - distance(given, found) / long.length;
  return { likeness, note: likeness >= ALIKE ? 'spelling' : 'different' };
}

function other(of: Word['of']): Word['of'] | undefined {
  return of === 'first' ? 'last' : of === 'last' ? 'first' : undefined;
}

/** Without marks, apostrophes and the difference of capitals; a double-barrelled name is two words. */
function wordsOf(name: string, of: Word['of']): Word[] {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.split(/[\s‐‑.-]+/u).flatMap((word) => {
    const text = word.replace(/[^\p{L}]/gu, '');
    return text === '' ? [] : [{ text, of }];
  });
}

/** A name as an authority writes it, in capitals, as an account has it. Empty where nothing of it can be a name. */
export function nameOfRecord(text: string): string {
  const name = toPersonName(text);
  if (/\p{Ll}/u.test(name)) return name;
  return name
    .toLowerCase()
    .replace(/(^|[\s'’‐‑.-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
}
