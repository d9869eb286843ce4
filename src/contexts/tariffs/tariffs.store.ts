import { Entity } from 'typeorm';
import { RowSeal, Unsealed } from '../../platform/crypto/row-seal.js';
import { LongTextColumn, PrimaryIdColumn, TextColumn, TimeColumn } from '../../platform/database/columns.js';
import { Clock } from '../../kernel/clock.js';
import { COMMITTED_AT, type RowInsert } from '../../kernel/row-changes.js';
import { RowSeals } from '../../platform/crypto/row-seals.js';
import { Database } from '../../platform/database/database.js';
import { tableOf } from '../../platform/database/table.js';
import { Tariffs, TariffBook, type Tariff } from './tariffs.js';
import { readFileSync } from 'node:fs';
import { readTariffs, TariffFault } from './read-tariffs.js';

/** Append-only: a change is another tariff that begins later. */
@Entity('tariff')
@RowSeal<TariffRow>('tariffSeal', ['kind', 'subject', 'name', 'fromMs', 'untilMs', 'terms'])
@Unsealed<TariffRow>({ createdAt: 'is only shown; when a tariff applies is sealed' })
export class TariffRow {
  @PrimaryIdColumn() id: string;
  @TextColumn('kind', 16) kind: string;
  @TextColumn('subject', 96) subject: string;
  @TextColumn('name', 100) name: string;
  @TimeColumn('from_ms') fromMs: number;
  @TimeColumn('until_ms', { nullable: true }) untilMs: number | null;
  /** JSON: bands, or requires and limits, in kobo. */
  @LongTextColumn('terms') terms: string;
  @TimeColumn('recorded') createdAt: number;
  @TextColumn('tariff_seal', 64, { nullable: true }) tariffSeal: string | null;
}

const TABLE = tableOf(TariffRow);
/** A book of this age is still used while it is read again; an older one is not. */
const FRESH_MS = 4_000;
const OLDEST_MS = 8_000;

interface CachedBook {
  readonly book: TariffBook;
  readonly readAt: number;
}

/** The tariffs of the files and settings, and those that were added since. */
export class TypeormTariffs extends Tariffs {
  private cached: CachedBook | undefined;
  private reading: Promise<TariffBook> | undefined;

  constructor(
    private readonly defaults: readonly Tariff[],
    private readonly database: Database,
    private readonly seals: RowSeals,
    private readonly clock: Clock,
    private readonly report: (error: unknown) => void,
  ) {
    super();
  }

  async current(): Promise<TariffBook> {
    const ageMs = this.cached ? this.clock.now() - this.cached.readAt : Infinity;
    if (ageMs >= 0 && ageMs < FRESH_MS) return this.cached!.book;
    this.reading ??= this.read().finally(() => (this.reading = undefined));
    if (!this.cached || ageMs < 0 || ageMs >= OLDEST_MS) return this.reading;
    this.reading.catch(this.report);
    return this.cached.book;
  }

  toRow(tariff: Tariff): RowInsert {
    const { id, kind, subject, name, fromMs, untilMs = null, ...terms } = tariff;
    const row = { id, kind, subject, name, fromMs, untilMs, terms: JSON.stringify(terms) };
    return TABLE.insert({ ...row, ...this.seals.of(TariffRow, row), createdAt: COMMITTED_AT });
  }

  private async read(): Promise<TariffBook> {
    const readAt = this.clock.now();
    const rows = await this.database.repository(TariffRow).find({ order: { createdAt: 'ASC', id: 'ASC' } });
    const isTrusted = await Promise.all(rows.map((row) => this.seals.holds(TariffRow, 'tariffSeal', row)));
    const added = rows.filter((_, index) => isTrusted[index]).map(toTariff);
    const book = new TariffBook([...this.defaults, ...added]);
    this.cached = { book, readAt };
    return book;
  }
}

function toTariff({ terms, untilMs, createdAt: _createdAt, tariffSeal: _seal, ...dated }: TariffRow): Tariff {
  return { ...dated, untilMs: untilMs ?? undefined, ...(JSON.parse(terms) as object) } as Tariff;
}

/** The tariffs that always hold, and those of the named files in `defaults/`. `faults` has a sentence for each file that is invalid. */
export function defaultTariffs(named: readonly string[]): { tariffs: Tariff[]; faults: string[] } {
  const faults: string[] = [];
  const read = (name: string): Tariff[] => {
    try {
      return readTariffs(contentOf(name));
    } catch (error) {
      if (!(error instanceof TariffFault)) throw error;
      faults.push(`${name} ${error.message}: restore the file.`);
      return [];
    }
  };
  return { tariffs: ['charges', ...named].flatMap((name) => read(`${name}.json`)), faults };
}

function contentOf(name: string): string {
  return readFileSync(new URL(`./defaults/${name}`, import.meta.url), 'utf8');
}
