import { Injectable } from '@nestjs/common';
import { Clock, MINUTE_MS } from '../../../kernel/clock.js';
import { lagosDate, lagosDay, lagosMidnight, parseLagosDate } from '../../../kernel/lagos-time.js';
import { plainName } from '../../../kernel/person-name.js';
import { type RecordSummary, type SearchableRecord, StaffRecords } from '../../../kernel/records.js';

/** Of each kind; older records are found by their id, number or reference. */
const KEPT = 5_000;
const NEW = 1_000;
const FRESH_MS = 5_000;
/** After that everything is read anew, so that what was erased goes. */
const LIFE_MS = 10 * MINUTE_MS;
/** Rows of several processes may become visible in another order than that of their times. */
const OVERLAP_MS = MINUTE_MS;
/** The whole number is found anyway; with one digit more each time, somebody could read a number that they may not see. */
const LONGEST_PART = 8;
const SHORTEST_PART = 4;

interface Kept {
  readonly id: string;
  readonly createdAt: number;
  readonly words: readonly string[];
  readonly text: string;
}

interface Held {
  readonly readAt: number;
  readonly renewedAt: number;
  readonly records: readonly Kept[];
}

/** What staff look for: words that a record must have all of, and perhaps its day. */
export interface Wanted {
  readonly words: readonly string[];
  /** Days since 1970 in Lagos. */
  readonly day: number | undefined;
}

/** Finds the newest records of each kind by parts of what they say: amounts, days, payers, notes, subjects, references. */
@Injectable()
export class RecordSearch {
  private readonly held = new Map<StaffRecords, Promise<Held>>();

  constructor(private readonly clock: Clock) {}

  wanted(text: string): Wanted {
    const { day, rest } = takeDay(text, this.clock.now());
    return { words: searchWords(rest), day };
  }

  /** The best first. */
  async find(source: StaffRecords, wanted: Wanted, limit: number): Promise<RecordSummary[]> {
    if (wanted.words.length === 0 && wanted.day === undefined) return [];
    const { records } = await this.recent(source);
    const ranked = records.flatMap((record) => {
      const rank = rankOf(record, wanted);
      return rank === undefined ? [] : [{ id: record.id, rank }];
    });
    const ids = ranked
      .toSorted((one, other) => one.rank - other.rank)
      .slice(0, limit)
      .map(({ id }) => id);
    if (ids.length === 0) return [];
    // As they are now, and without those that went.
    const named = new Map((await source.named(ids)).map((summary) => [summary.id, summary]));
    return ids.flatMap((id) => named.get(id) ?? []);
  }

  private recent(source: StaffRecords): Promise<Held> {
    const before = this.held.get(source);
    const next = this.renewed(source, before);
    this.held.set(source, next);
    next.catch(() => this.held.delete(source));
    return next;
  }

  private async renewed(source: StaffRecords, before: Promise<Held> | undefined): Promise<Held> {
    const now = this.clock.now();
    const held = await before;
    if (held && now >= held.renewedAt && now - held.renewedAt < FRESH_MS) return held;
    if (held && now - held.readAt < LIFE_MS) {
      const fresh = await source.recent(Math.max((held.records[0]?.createdAt ?? 0) - OVERLAP_MS, 0), NEW);
      if (fresh.length < NEW) return { ...held, renewedAt: now, records: joined(fresh, held.records) };
    }
    return { readAt: now, renewedAt: now, records: (await source.recent(0, KEPT)).map(keptOf) };
  }
}

function joined(fresh: readonly SearchableRecord[], kept: readonly Kept[]): Kept[] {
  const ids = new Set(fresh.map(({ id }) => id));
  return [...fresh.map(keptOf), ...kept.filter(({ id }) => !ids.has(id))].slice(0, KEPT);
}

function keptOf({ id, title, detail, words, createdAt }: SearchableRecord): Kept {
  const own = searchWords(`${title} ${detail} ${words}`).filter((word) => !word.includes('@'));
  return { id, createdAt, words: own, text: own.join(' ') };
}

/** In small letters without marks; amounts without the commas between their digits. */
export function searchWords(text: string): string[] {
  const plain = plainName(text).replaceAll(/(?<=\d),(?=\d{3})/g, '');
  return [...new Set(plain.split(/[^\p{L}\p{N}.@_-]+/u).map((word) => word.replace(/^[.-]+|[.-]+$/g, '')))].filter(
    (word) => word !== '',
  );
}

/** 0 is the best; undefined where a word or the day is missing. */
function rankOf({ createdAt, words, text }: Kept, wanted: Wanted): number | undefined {
  if (wanted.day !== undefined && lagosDay(createdAt) !== wanted.day) return undefined;
  let sum = 0;
  for (const word of wanted.words) {
    // Most records end here; the process does other work, too.
    if (!text.includes(word)) return undefined;
    const rank = Math.min(...words.map((own) => rankOfWord(own, word)));
    if (rank === Infinity) return undefined;
    sum += rank;
  }
  return sum;
}

const AMOUNT = /^\d+\.\d\d$/;
const NUMBER = /^[\d.]+$/;

function rankOfWord(own: string, wanted: string): number {
  if (own === wanted || own === `${wanted}.00`) return 0;
  // An amount is meant whole: 500 is not 5,000.
  if (AMOUNT.test(own)) return Infinity;
  if (NUMBER.test(wanted) && (wanted.length < SHORTEST_PART || wanted.length > LONGEST_PART)) return Infinity;
  if (own.startsWith(wanted)) return 1;
  return wanted.length >= SHORTEST_PART && own.includes(wanted) ? 2 : Infinity;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = `(${MONTHS.join('|')})[a-z]*`;
const ISO_DAY = /(?<![\p{L}\p{N}])(\d{4}-\d{2}-\d{2})(?![\p{L}\p{N}])/u;
const SLASHED_DAY = /(?<![\p{L}\p{N}])(\d{1,2})[/.](\d{1,2})[/.](20\d{2})(?![\p{L}\p{N}])/u;
const NAMED_DAY = new RegExp(`(?<![\\p{L}\\p{N}])(\\d{1,2}) ${MONTH}(?: (20\\d{2}))?(?![\\p{L}\\p{N}])`, 'iu');
const WORD_DAY = /(?<![\p{L}\p{N}])(today|yesterday)(?![\p{L}\p{N}])/iu;

/** Takes the day out of what somebody typed. A day without a year is the last one that was. */
function takeDay(text: string, now: number): { readonly day: number | undefined; readonly rest: string } {
  const today = lagosDay(now);
  const taken = (match: RegExpExecArray, day: number | undefined) =>
    day === undefined ? { day, rest: text } : { day, rest: text.replace(match[0], ' ') };
  const word = WORD_DAY.exec(text);
  if (word) return taken(word, word[1]!.toLowerCase() === 'today' ? today : today - 1);
  const iso = ISO_DAY.exec(text);
  if (iso) return taken(iso, dayOf(iso[1]!));
  const slashed = SLASHED_DAY.exec(text);
  if (slashed) return taken(slashed, dayOf(dateOf(slashed[3]!, Number(slashed[2]), slashed[1]!)));
  const named = NAMED_DAY.exec(text);
  if (!named) return { day: undefined, rest: text };
  const month = MONTHS.indexOf(named[2]!.toLowerCase()) + 1;
  const thisYear = Number(lagosDate(now).slice(0, 4));
  const years = named[3] === undefined ? [thisYear, thisYear - 1] : [Number(named[3])];
  const days = years.flatMap((year) => dayOf(dateOf(String(year), month, named[1]!)) ?? []);
  return taken(named, days.find((day) => day <= today) ?? days[0]);
}

function dateOf(year: string, month: number, day: string): string {
  return `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function dayOf(date: string): number | undefined {
  return parseLagosDate(date) === undefined ? undefined : lagosDay(lagosMidnight(date));
}
