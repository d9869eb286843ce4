import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { Failure } from '../../kernel/failure.js';
import type { LedgerChange } from '../../ledger/index.js';
import { CHARGE_TERMS, LIMIT_TERMS, readTariff, type Entry, readObject, TariffFault } from './read-tariffs.js';
import { type Tariff, type TariffKind, termsOf, tariffFailures, Tariffs, type Legal } from './tariffs.js';
import { lagosDate } from '../../kernel/lagos-time.js';
import { SystemLogs } from '../system-logs/index.js';

export interface TariffEntry {
  readonly kind: TariffKind;
  /** Empty where there is none. */
  readonly subject: string;
  readonly name: string;
  /** A day in Lagos or a time in ISO 8601; undefined: from the approval on. */
  readonly from: string | undefined;
  readonly until: string | undefined;
  /** JSON: bands, alone or in an object with `of`, `payer` and `legal`; or an object of limits; in Naira. */
  readonly terms: string;
}

@Injectable()
export class TariffChanges {
  constructor(
    private readonly tariffs: Tariffs,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure `tariffs.invalid_terms` naming the first value that is not valid */
  check(entry: TariffEntry): void {
    this.read(entry, 'proposed');
  }

  /** Name and terms, as JSON, of the one in force of its kind and subject; empty where there is none. */
  async replaced({ kind, subject }: TariffEntry): Promise<string> {
    const current = (await this.tariffs.current()).current(this.clock.now());
    const tariff = current.find((each) => each.kind === kind && each.subject === subject);
    return tariff ? JSON.stringify({ name: tariff.name, terms: termsOf(tariff) }) : '';
  }

  /** In force from its time on, never before the approval; undefined if its end is over, or it is not valid any more. */
  change(entry: TariffEntry, id: string): Promise<LedgerChange | undefined> {
    let tariff: Tariff;
    try {
      tariff = this.read(entry, id);
    } catch (error) {
      if (error instanceof Failure && error.is(tariffFailures.invalid_terms)) return Promise.resolve(undefined);
      throw error;
    }
    const now = this.clock.now();
    const { fromMs, untilMs } = tariff;
    if (untilMs !== undefined && untilMs <= now) return Promise.resolve(undefined);
    return Promise.resolve({ inserts: [this.tariffs.toRow({ ...tariff, fromMs: Math.max(fromMs, now) })] });
  }

  private read({ kind, subject, name, from, until, terms }: TariffEntry, id: string): Tariff {
    const begins = from ?? new Date(this.clock.now()).toISOString();
    try {
      return readTariff({ ...parsedTerms(kind, terms), id, kind, subject, name, until, from: begins }, '');
    } catch (error) {
      if (!(error instanceof TariffFault)) throw error;
      throw new Failure(tariffFailures.invalid_terms, { text: `The tariff is not valid: ${error.message.replace(/^\./, '')}` });
    }
  }
}

/** A charge may be its bands alone. */
function parsedTerms(kind: TariffKind, terms: string): Entry {
  let value: unknown;
  try {
    value = JSON.parse(terms);
  } catch {
    throw new TariffFault('terms is not JSON');
  }
  // Here, because the names of the entry would not be noticed among them.
  if (kind === 'limit') return readObject(value, LIMIT_TERMS, '', 'an object of limits');
  return Array.isArray(value)
    ? { bands: value }
    : readObject(value, CHARGE_TERMS, '', 'a list of bands, or an object with bands');
}

export interface OverdueTariff extends Legal {
  readonly id: string;
  readonly kind: TariffKind;
  readonly name: string;
}

/** Tariffs in force whose day of review is over. */
@Injectable()
export class ReviewTariffs {
  constructor(
    private readonly tariffs: Tariffs,
    private readonly systemLogs: SystemLogs,
    private readonly clock: Clock,
  ) {}

  async overdue(): Promise<OverdueTariff[]> {
    const now = this.clock.now();
    const today = lagosDate(now);
    return (await this.tariffs.current()).current(now).flatMap((tariff) => {
      if (!tariff.legal || tariff.legal.review >= today) return [];
      const { id, kind, name, legal } = tariff;
      return [{ id, kind, name, ...legal }];
    });
  }

  /** Once for each tariff and day of review. */
  async tell(): Promise<void> {
    for (const { id, kind, name, source, review } of await this.overdue())
      await this.systemLogs.record({
        kind: 'warning',
        key: `tariff-review:${id}:${review}`,
        description: `The ${kind} "${name}" (${id}) should have been reviewed by ${review}: see whether it still is as ${source} has it, and propose it anew with another day of review.`,
      });
  }
}
