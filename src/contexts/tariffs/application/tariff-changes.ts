import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import type { LedgerChange } from '../../wallet/index.js';
import { readTariff, TariffFault } from '../domain/read-tariffs.js';
import type { Tariff, TariffKind } from '../domain/tariff.js';
import { tariffFailures } from '../domain/tariffs.failures.js';
import { Tariffs } from './ports/tariffs.js';

export interface TariffEntry {
  readonly kind: TariffKind;
  /** Empty where there is none. */
  readonly subject: string;
  readonly name: string;
  /** A day in Lagos or a time in ISO 8601; undefined: from the approval on. */
  readonly from: string | undefined;
  readonly until: string | undefined;
  /** JSON: a list of bands, or an object of limits, in Naira. */
  readonly terms: string;
}

/** Tariffs that staff propose and approve. */
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

  /** In force from its time on, never before the approval; undefined where its end is over. */
  change(entry: TariffEntry, id: string): Promise<LedgerChange | undefined> {
    const tariff = this.read(entry, id);
    const now = this.clock.now();
    const { fromMs, untilMs } = tariff;
    if (untilMs !== undefined && untilMs <= now) return Promise.resolve(undefined);
    return Promise.resolve({ inserts: [this.tariffs.toRow({ ...tariff, fromMs: Math.max(fromMs, now) })] });
  }

  private read({ kind, subject, name, from, until, terms }: TariffEntry, id: string): Tariff {
    const begins = from ?? new Date(this.clock.now()).toISOString();
    try {
      return readTariff({ ...termsOf(kind, terms), id, kind, subject, name, until, from: begins }, '');
    } catch (error) {
      if (!(error instanceof TariffFault)) throw error;
      throw new Failure(tariffFailures.invalid_terms, { text: `The tariff is not valid: ${error.message.replace(/^\./, '')}` });
    }
  }
}

function termsOf(kind: TariffKind, terms: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(terms);
  } catch {
    throw new TariffFault('terms is not JSON');
  }
  if (kind !== 'limit') return { bands: value };
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TariffFault('terms is not an object of limits');
  return value as Readonly<Record<string, unknown>>;
}
