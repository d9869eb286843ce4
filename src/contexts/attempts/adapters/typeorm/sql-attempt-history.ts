import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS } from '../../../../kernel/clock.js';
import { exactText, fromExactText } from '../../../../kernel/exact-text.js';
import { kobo } from '../../../../kernel/money.js';
import {
  type BookedAmount,
  destinationOf,
  type Period,
  type RecordedTransaction,
} from '../../../../kernel/provider-transactions.js';
import { Database } from '../../../../platform/database/database.js';
import { placeholders } from '../../../../platform/database/placeholders.js';
import { medianSeconds, type ProviderFigures } from '../../../providers/index.js';
import { AttemptHistory, type AttemptNoun } from '../../application/attempt-history.js';
import { ProviderFloats } from '../../application/provider-floats.js';
import type { AttemptStatus } from '../../domain/attempt.js';
import { attemptSql, PORTION } from './attempt-sql.js';

type Amount = number | string;

interface Ended {
  readonly provider: string;
  readonly failed: Amount;
  readonly took: Amount | null;
  readonly total: Amount;
}

interface AttemptLine {
  readonly id: string;
  readonly reference: string;
  readonly recorded: Amount;
  readonly state: AttemptStatus | 'submitted' | 'waiting';
  readonly orderId: string;
  readonly latest: string;
  readonly status: AttemptStatus;
  readonly settledAt: Amount | null;
  readonly amountKobo: Amount;
  readonly heldKobo: Amount;
  /** Null where a provider keeps nothing. */
  readonly feeKobo: Amount | null;
  /** Null where it goes to no account at a bank. */
  readonly account: string | null;
  readonly bankCode: string | null;
}

/** Orders and attempts have tables of the same columns, whatever was ordered. */
@Injectable()
export class SqlAttemptHistory extends AttemptHistory {
  constructor(
    private readonly floats: ProviderFloats,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  async figures(noun: AttemptNoun, providers: readonly string[]): Promise<ReadonlyMap<string, ProviderFigures>> {
    const sql = attemptSql(noun);
    const ended = await this.database.rows<Ended>(sql.ended, [this.clock.now() - DAY_MS]);
    const undecided = await this.database.rows<{ provider: string; total: Amount }>(sql.undecided);
    const waiting = new Map(undecided.map(({ provider, total }) => [provider, Number(total)]));
    const figures = new Map<string, ProviderFigures>();
    for (const name of providers) {
      const float = await this.floats.find(name);
      figures.set(name, {
        ...figuresOf(ended.filter(({ provider }) => provider === name)),
        floatKobo: float && kobo(float.balanceKobo),
        undecided: waiting.get(name) ?? 0,
      });
    }
    return figures;
  }

  async wasUsed(noun: AttemptNoun, provider: string, { from, to }: Period): Promise<boolean> {
    return (await this.database.rows(attemptSql(noun).used, [provider, from, to])).length > 0;
  }

  async *within(noun: AttemptNoun, provider: string, period: Period): AsyncIterable<RecordedTransaction[]> {
    for await (const lines of this.attempts(noun, provider, period)) yield lines.map((line) => toRecord(line, []));
  }

  async *booked(noun: AttemptNoun, provider: string, period: Period): AsyncIterable<BookedAmount[]> {
    for await (const lines of this.attempts(noun, provider, period))
      yield lines.map(({ orderId: journal, reference, heldKobo }) => ({
        journal,
        reference,
        amountKobo: kobo(Number(heldKobo)),
      }));
  }

  async named(noun: AttemptNoun, provider: string, names: readonly string[]): Promise<RecordedTransaction[]> {
    if (names.length === 0) return [];
    const sql = attemptSql(noun);
    const places = placeholders(names);
    const theirs = await this.database.rowsOnce<{ attemptId: string; name: string }>(
      `${sql.answers} WHERE provider_reference IN (${places})`,
      names.map(exactText),
    );
    const ids = [...new Set(theirs.map(({ attemptId }) => attemptId))];
    const byId = ids.length === 0 ? '' : ` OR attempt.id IN (${placeholders(ids)})`;
    const lines = await this.database.rowsOnce<AttemptLine>(
      `${sql.attempts} WHERE attempt.provider = ? AND (attempt.reference IN (${places})${byId})`,
      [provider, ...names, ...ids],
    );
    return lines.map((line) => {
      const namesOfTheirs = theirs.filter(({ attemptId }) => attemptId === line.id).map(({ name }) => fromExactText(name));
      return toRecord(line, [...new Set(namesOfTheirs)]);
    });
  }

  private async *attempts(noun: AttemptNoun, provider: string, { from, to }: Period): AsyncIterable<AttemptLine[]> {
    const sql = attemptSql(noun);
    let lines = await this.database.rows<AttemptLine>(sql.first, [provider, from, to]);
    while (lines.length > 0) {
      yield lines;
      const { recorded, id } = lines.at(-1)!;
      const at = Number(recorded);
      lines = lines.length < PORTION ? [] : await this.database.rows<AttemptLine>(sql.next, [provider, at, to, at, id]);
    }
  }
}

function figuresOf(ended: readonly Ended[]): Pick<ProviderFigures, 'successRate' | 'medianSeconds'> {
  const count = (rows: readonly Ended[]) => rows.reduce((sum, { total }) => sum + Number(total), 0);
  const delivered = ended.filter(({ failed }) => Number(failed) === 0);
  const [all, good] = [count(ended), count(delivered)];
  return { successRate: all === 0 ? undefined : good / all, medianSeconds: medianSeconds(delivered) };
}

function toRecord(line: AttemptLine, otherNames: readonly string[]): RecordedTransaction {
  const { reference, recorded, latest, state, status, settledAt, amountKobo, feeKobo, account, bankCode } = line;
  // An earlier attempt failed before the next one was made.
  const ended = reference === latest ? status : state === 'submitted' || state === 'waiting' ? 'failed' : state;
  return {
    reference,
    otherNames,
    amountKobo: kobo(Number(amountKobo)),
    status: ended,
    at: Number(recorded),
    reversedAt: ended === 'reversed' && settledAt !== null ? Number(settledAt) : undefined,
    feeKobo: feeKobo === null ? undefined : kobo(Number(feeKobo)),
    destination: account === null || bankCode === null ? undefined : destinationOf({ account, bankCode }),
  };
}
