/** Gives what differs between two recordings the same value each time: ids, secrets, times. */
import { createHash } from 'node:crypto';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const yearMs = 365 * dayMs;
/** A Wednesday, as when it is recorded. */
const noon = Date.parse('2026-11-18T12:00:00+01:00');
/** A recording takes less than that, so that all it makes is of the same time. */
const stepMs = 5 * minuteMs;
const earlierMs = 10_000;
const realMs = 12 * 60 * minuteMs;

const ulidLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const base64Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const ulid = /(?<=SBX|[^0-9A-Za-z]|^)0[0-9A-HJKMNP-TV-Z]{25}(?![0-9A-Za-z])/g;
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const milliseconds = /(?<!\d)1[789]\d{11}(?!\d)/g;
const seconds = /(?<!\d)1[789]\d{8}(?!\d)/g;
const isoTime = /20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?(Z|[+-]\d\d:\d\d)/g;
const day = /(?<!\d)(20\d\d)(-?)(\d\d)\2(\d\d)(?!\d)/g;
const hex = /^[0-9a-f]{16,}$/;
const random = /^[\w+/=-]{32,}$/;

const timeOfDay = /(?<![\dT:])12:0[0-4]:\d\d(?![\d:])/g;

/** In a sentence; all that is recorded says so of the day after. */
const moment = /\d{1,2} [A-Z][a-z]{2} 20\d\d, 12:0[0-4] \(Lagos\)/g;

const digits = '0123456789';
/** Names a stored file or one that is served once. */
const fileName = /(?<=\/)[0-9a-f]{32}(?=\.)|(?<=\/once\/)[\w-]{43}$/;
/** Parts of fields that are drawn anew each time, and the letters they are drawn from. */
const drawn: Readonly<Record<string, readonly [letters: string, part: RegExp]>> = {
  accountNumber: [digits, /(?<=^99)\d{8}$/],
  account_number: [digits, /(?<=^99)\d{8}$/],
  ax_number: [digits, /(?<=^99)\d{8}$/],
  agentname: [digits, /\d{6}$/],
  code: [digits, /^\d{6}$|^[0-9A-Z]{4}(?=-[0-9A-Z]{4}$)|(?<=^[0-9A-Z]{4}-)[0-9A-Z]{4}$/g],
  displayName: [digits, /\d{6}$/],
  exchangeReference: [digits, /^\d{12}$/],
  filePath: ['0123456789abcdef', fileName],
  key: ['0123456789abcdef', /^[0-9a-f]{8}$/],
  localUrl: ['0123456789abcdef', fileName],
  pinc: [digits, /^\d{6}$/],
  referralCode: [ulidLetters, /^.{6,}$/],
  rquxid: [ulidLetters, /(?<=^STF-)\w+$/],
  username: [digits, /\d{4}$/],
};
/** Fields that depend on how fast it went. */
const measured: Readonly<Record<string, number>> = {
  activUser: 5,
  activeUsers: 5,
  durationMs: 12,
  median_seconds_24h: 1,
  success_rate_24h: 1,
};
/** An archive has the ids and times of its records in it. */
const archiveBytes = 2888;
const longestText = 160;

export class Stabilizer {
  readonly #startedAt: number;
  readonly #realStart = Date.now();
  readonly #known = new Map<string, string>();
  readonly #taken = new Set<string>();

  /** @param startedAt noon of the recording, in unix milliseconds */
  constructor(startedAt: number) {
    this.#startedAt = startedAt;
  }

  /** @param path where it stands, which its stable value is drawn from */
  of(value: unknown, path: string): unknown {
    if (Array.isArray(value)) return value.map((each, place) => this.of(each, `${path}.${place}`));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([name, each]) => [name, this.#field(name, each, `${path}.${name}`, value)]),
      );
    if (typeof value === 'number') return this.#number(value);
    return typeof value === 'string' ? this.#text(value, path) : value;
  }

  /** Lets every later occurrence of a value become this one. */
  know(value: string, stable: string): void {
    this.#known.set(value, stable);
  }

  #field(name: string, value: unknown, path: string, record: object): unknown {
    if (name === 'fileSize' && 'fileMime' in record && record.fileMime === 'zip') return archiveBytes;
    if (measured[name] !== undefined && /^\d/.test(String(value)))
      return typeof value === 'number' ? measured[name] : String(measured[name]);
    return this.of(value, path);
  }

  #number(value: number): number {
    return value > 1e12 && value < 2e12 ? this.#time(value) : value;
  }

  #text(text: string, path: string): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const part = drawn[path.slice(path.lastIndexOf('.') + 1)];
    if (part) {
      const [letters, pattern] = part;
      const changed = text.replace(pattern, (found) => this.#drawn(found, path, letters));
      if (changed !== text) return this.#replaced(changed, path);
    }
    if (hex.test(text)) return this.#drawn(text, path, '0123456789abcdef');
    if (random.test(text) && text.length <= 100 && !/^[a-z-]+$/.test(text)) return this.#drawn(text, path, base64Letters);
    const replaced = this.#replaced(text, path);
    return replaced.length > longestText && !replaced.includes(' ') ? `${replaced.slice(0, 60)}…` : replaced;
  }

  #replaced(text: string, path: string): string {
    let known = text;
    for (const [value, stable] of this.#known) if (value.length > 5) known = known.replaceAll(value, stable);
    return known
      .replace(isoTime, (time) => new Date(this.#time(Date.parse(time))).toISOString())
      .replace(ulid, (id, place: number) => this.#drawn(id, `${path}@${place}`, ulidLetters, '01'))
      .replace(uuid, (id, place: number) => uuidFrom(this.#drawn(id, `${path}@${place}`, '0123456789abcdef')))
      .replace(milliseconds, (time) => String(this.#time(Number(time))))
      .replace(seconds, (time) => String(this.#time(Number(time) * 1000) / 1000))
      .replace(timeOfDay, '12:00:00')
      .replace(moment, '19 Nov 2026, 12:00 (Lagos)')
      .replace(day, (whole, year: string, dash: string, month: string, date: string) =>
        this.#day(whole, `${year}-${month}-${date}`, dash),
      );
  }

  /** Drawn from where it stands first; another value from the same place is another one. */
  #drawn(value: string, path: string, letters: string, begin = ''): string {
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    let stable = '';
    for (let place = 0; stable === '' || this.#taken.has(stable); place++)
      stable = begin + textFrom(`${path}#${place}`, value.length - begin.length, letters);
    this.#taken.add(stable);
    this.#known.set(value, stable);
    return stable;
  }

  #time(time: number): number {
    // Mails, webhooks, and what was made before the clock went forward have the real time.
    if (Math.abs(time - this.#realStart) < realMs) return noon;
    if (Math.abs(time - this.#startedAt) > yearMs) return time;
    return noon + Math.floor((time - this.#startedAt + earlierMs) / stepMs) * stepMs;
  }

  #day(whole: string, text: string, dash: string): string {
    const [time, today] = [Date.parse(text), dayOf(this.#startedAt)];
    if (Number.isNaN(time) || Math.abs(time - today) > yearMs) return whole;
    const isFirstOfMonth = text.endsWith('-01') && text.slice(0, 7) === new Date(today).toISOString().slice(0, 7);
    const stable = isFirstOfMonth ? '2026-11-01' : new Date(dayOf(noon) + time - today).toISOString().slice(0, 10);
    return stable.replaceAll('-', dash);
  }
}

function textFrom(seed: string, length: number, letters: string): string {
  const digest = createHash('sha512').update(seed).digest();
  return Array.from({ length }, (_, place) => letters[digest[place % 64]! % letters.length]).join('');
}

function dayOf(time: number): number {
  return Math.floor(time / dayMs) * dayMs;
}

function uuidFrom(text: string): string {
  const digits = text
    .replace(/[^0-9a-f]/g, '0')
    .slice(0, 32)
    .padEnd(32, '0');
  return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join('-');
}
