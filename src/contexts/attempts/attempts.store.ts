import {
  type AttemptNoun,
  AttemptHistory,
  type AnswerLine,
  type AttemptedOrder,
  type AttemptLine,
  AttemptTimeline,
} from './attempts.js';
import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS } from '../../kernel/clock.js';
import { paidKobo, readCharges } from '../../kernel/charges.js';
import { exactText, fromExactText } from '../../kernel/exact-text.js';
import { kobo } from '../../kernel/money.js';
import { type BookedAmount, destinationOf, type Period, type RecordedTransaction } from '../../kernel/provider-transactions.js';
import { Database } from '../../platform/database/database.js';
import { placeholders } from '../../platform/database/placeholders.js';
import { medianSeconds, type ProviderFigures } from '../providers/index.js';
import { ProviderFloats } from './provider-calls.js';
import type { AttemptStatus, ProviderCall } from './verdict.js';
import type { TimelineEntry } from '../../kernel/records.js';
import { MailEntries } from '../notifications/index.js';
import { journalEntries, Journals, providerCosts, providerHeld } from '../../ledger/index.js';
import { WebhookEntries } from '../webhooks/index.js';

export const PORTION = 1_000;
/** The time of a delivery is counted in tenths of a second, so that the database answers with a few hundred rows. */
const TENTH_MS = 100;

/** Columns of the provider's cost. */
const KEPT: Readonly<Record<AttemptNoun, string>> = { purchase: 'NULL', payout: 'ordered.cost_kobo' };

/** Column of the destination. */
const DESTINATION: Readonly<Record<AttemptNoun, string>> = {
  purchase: 'NULL AS account, NULL AS bankCode',
  payout: 'ordered.account AS account, attempt.bank_code AS bankCode',
};

export function attemptSql(noun: AttemptNoun) {
  const joined = `${noun}_attempt attempt JOIN ${noun} ordered ON ordered.id = attempt.${noun}_id`;
  const took = 'ordered.settled_at - attempt.recorded';
  const attempts = `SELECT attempt.id AS id, attempt.reference AS reference, attempt.recorded AS recorded, attempt.state AS state,
      ordered.id AS orderId, ordered.reference AS latest, ordered.status AS status, ordered.settled_at AS settledAt,
      ordered.amount_kobo AS amountKobo, ordered.charges AS charges, ${KEPT[noun]} AS feeKobo, ${DESTINATION[noun]}
    FROM ${joined}`;
  const within = `${attempts} WHERE attempt.provider = ? AND attempt.recorded >= ? AND attempt.recorded < ?`;
  const order = `ORDER BY attempt.recorded, attempt.id LIMIT ${PORTION}`;
  return {
    ended: `SELECT attempt.provider AS provider,
        CASE WHEN attempt.reference <> ordered.reference OR ordered.status = 'failed' THEN 1 ELSE 0 END AS failed,
        (${took}) - (${took}) % ${TENTH_MS} AS took, COUNT(*) AS total
      FROM ${joined}
      WHERE ordered.recorded >= ? AND (attempt.reference <> ordered.reference OR ordered.status <> 'pending')
      GROUP BY attempt.provider, failed, took`,
    undecided: `SELECT attempt.provider AS provider, COUNT(*) AS total FROM ${joined}
      WHERE attempt.reference = ordered.reference AND ordered.status = 'pending' GROUP BY attempt.provider`,
    used: `SELECT id FROM ${noun}_attempt WHERE provider = ? AND recorded >= ? AND recorded < ? LIMIT 1`,
    answers: `SELECT attempt_id AS attemptId, provider_reference AS name FROM ${noun}_answer`,
    attempts,
    first: `${within} ${order}`,
    next: `${within} AND (attempt.recorded > ? OR attempt.id > ?) ${order}`,
  };
}

type Amount = number | string;

interface Ended {
  readonly provider: string;
  readonly failed: Amount;
  readonly took: Amount | null;
  readonly total: Amount;
}

interface AttemptRow {
  readonly id: string;
  readonly reference: string;
  readonly recorded: Amount;
  readonly state: AttemptStatus | 'submitted' | 'waiting';
  readonly orderId: string;
  readonly latest: string;
  readonly status: AttemptStatus;
  readonly settledAt: Amount | null;
  readonly amountKobo: Amount;
  /** JSON; null where there are none. */
  readonly charges: string | null;
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
      yield lines.map(({ orderId: journal, reference, amountKobo, charges }) => ({
        journal,
        reference,
        amountKobo: paidKobo({ amountKobo: kobo(Number(amountKobo)), charges: readCharges(charges) }),
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
    const lines = await this.database.rowsOnce<AttemptRow>(
      `${sql.attempts} WHERE attempt.provider = ? AND (attempt.reference IN (${places})${byId})`,
      [provider, ...names, ...ids],
    );
    return lines.map((line) => {
      const namesOfTheirs = theirs.filter(({ attemptId }) => attemptId === line.id).map(({ name }) => fromExactText(name));
      return toRecord(line, [...new Set(namesOfTheirs)]);
    });
  }

  private async *attempts(noun: AttemptNoun, provider: string, { from, to }: Period): AsyncIterable<AttemptRow[]> {
    const sql = attemptSql(noun);
    let lines = await this.database.rows<AttemptRow>(sql.first, [provider, from, to]);
    while (lines.length > 0) {
      yield lines;
      const { recorded, id } = lines.at(-1)!;
      const at = Number(recorded);
      lines = lines.length < PORTION ? [] : await this.database.rows<AttemptRow>(sql.next, [provider, at, to, at, id]);
    }
  }
}

function figuresOf(ended: readonly Ended[]): Pick<ProviderFigures, 'successRate' | 'medianSeconds'> {
  const count = (rows: readonly Ended[]) => rows.reduce((sum, { total }) => sum + Number(total), 0);
  const delivered = ended.filter(({ failed }) => Number(failed) === 0);
  const [all, good] = [count(ended), count(delivered)];
  return { successRate: all === 0 ? undefined : good / all, medianSeconds: medianSeconds(delivered) };
}

function toRecord(line: AttemptRow, otherNames: readonly string[]): RecordedTransaction {
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

const CALLS: Readonly<Record<ProviderCall, string>> = {
  submit: 'order',
  query: 'question',
  resubmit: 'repeated order',
};

@Injectable()
export class RecordedAttemptTimeline extends AttemptTimeline {
  constructor(
    private readonly journals: Journals,
    private readonly mails: MailEntries,
    private readonly webhooks: WebhookEntries,
  ) {
    super();
  }

  async entriesOf(order: AttemptedOrder): Promise<TimelineEntry[]> {
    const { id, userId, what, verb, createdAt, attempts, answers } = order;
    const providers = new Map(attempts.map((attempt) => [attempt.id, attempt.provider]));
    const accounts = attempts.flatMap(({ provider }) => [providerHeld(provider), providerCosts(provider)]);
    const journals = await this.journals.about(id, [...new Set([userId, ...accounts])], timesOf(order));
    const causes = journals.map((journal) => journal.id);
    const told = await Promise.all([this.mails.entriesOf(causes), this.webhooks.entriesOf(causes)]);
    const moved = journalEntries(journals);
    // Entries of the same moment keep this order.
    return [
      { at: createdAt, part: 'user', what, detail: '', userId },
      ...moved.slice(0, 1),
      ...attempts.map((attempt) => attemptEntry(attempt, verb)),
      ...answers.map((answer) => answerEntry(answer, providers.get(answer.attemptId) ?? 'The provider')),
      ...moved.slice(1),
      ...told.flat(),
    ];
  }
}

/** Attempts and answers are rows of the commits that move the money. */
function timesOf({ createdAt, settledAt, attempts, answers }: AttemptedOrder): number[] {
  const times = [createdAt, ...[...attempts, ...answers].map((row) => row.createdAt)];
  return [...new Set(settledAt === null ? times : [...times, settledAt])];
}

function attemptEntry({ provider, reference, number, createdAt }: AttemptLine, verb: string): TimelineEntry {
  const what = `${provider} was asked to ${verb}${number > 1 ? ' instead' : ''}`;
  return { at: createdAt, part: 'provider', what, detail: `reference ${reference}`, userId: '' };
}

function answerEntry(answer: AnswerLine, provider: string): TimelineEntry {
  const { call, outcome, code, message, httpStatus, providerReference, createdAt } = answer;
  const detail = [
    code,
    message,
    httpStatus === null ? '' : `HTTP ${httpStatus}`,
    providerReference && `reference ${providerReference}`,
  ];
  const what = `${provider} answered our ${CALLS[call]}: ${outcome.replaceAll('_', ' ')}`;
  return { at: createdAt, part: 'provider', what, detail: detail.filter((text) => text !== '').join(' · '), userId: '' };
}
