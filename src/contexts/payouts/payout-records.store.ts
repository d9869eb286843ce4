import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type FindOptionsWhere, In, IsNull } from 'typeorm';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import { Database } from '../../platform/database/database.js';
import { readRowPage } from '../../platform/database/read-row-page.js';
import { type AttemptRecord, type PayoutFilter, type PayoutRecord, PayoutRecords } from './payout-records.js';
import { toPayout, PayoutAnswerRow, PayoutAttemptRow, PayoutRow } from './payouts.rows.js';
import { Contributes } from '../../kernel/registry.js';
import { AttemptHistory, AttemptRecords, AttemptTimeline } from '../attempts/index.js';
import { PayoutProviders } from '../banks/index.js';
import { ProviderRecords, type ProviderFigures, ProviderFigureSource } from '../providers/index.js';
import { formatNaira, kobo } from '../../kernel/money.js';
import {
  type RecordKind,
  type RecordReference,
  OpenRecords,
  type RecordSummary,
  StaffRecords,
} from '../../kernel/staff-records.js';
import { type TimelineEntry, TimelineSource } from '../../kernel/timeline.js';
import { maskedAccount, SHOWN_STATUS, UNDECIDED_LOG } from './payouts.js';
import { Clock } from '../../kernel/clock.js';
import { SqlGauges } from '../../platform/database/sql-gauges.js';
import { countRows, idsAmong, oldestRows, rowsById } from '../../platform/database/open-rows.js';
import { type KeyedLog, type MoneyState, UnsettledMoneySource } from '../system-logs/index.js';
import { ClosingObstacleSource } from '../accounts/index.js';

/** Ids of the payouts that have this reference, ours or the provider's, in any attempt. */
export async function payoutIdsByReference(database: Database, reference: string, take: number): Promise<string[]> {
  const select = { payoutId: true };
  const [ours, theirs] = await Promise.all([
    database.repository(PayoutAttemptRow).find({ select, where: { reference }, take }),
    database.repository(PayoutAnswerRow).find({ select, where: { providerReference: reference }, take }),
  ]);
  return [...new Set([...ours, ...theirs].map(({ payoutId }) => payoutId))];
}

const NAMED = 100;

@Injectable()
export class TypeormPayoutRecords extends PayoutRecords {
  constructor(private readonly database: Database) {
    super();
  }

  async list(filter: PayoutFilter, page: PageRequest): Promise<Page<PayoutRecord>> {
    const rows = await readRowPage(this.database.repository(PayoutRow), await this.conditionsOf(filter), page);
    const payoutId = In(rows.items.map(({ id }) => id));
    const [attempts, answers] = await Promise.all([
      this.database.repository(PayoutAttemptRow).find({ where: { payoutId }, order: { number: 'ASC' } }),
      this.database.repository(PayoutAnswerRow).find({ where: { payoutId }, order: { createdAt: 'ASC', id: 'ASC' } }),
    ]);
    const of = <Row extends { readonly payoutId: string }>(list: readonly Row[], id: string) =>
      list.filter((each) => each.payoutId === id);
    return { items: rows.items.map((row) => toRecord(row, of(attempts, row.id), of(answers, row.id))), next: rows.next };
  }

  private async conditionsOf(filter: PayoutFilter): Promise<FindOptionsWhere<PayoutRow>[]> {
    const { id, userId, account, reference, status, isUndecided } = filter;
    const condition: FindOptionsWhere<PayoutRow> = {
      ...(id === undefined ? {} : { id }),
      ...(userId === undefined ? {} : { userId }),
      ...(account === undefined ? {} : { account }),
      ...(status === undefined ? {} : { status }),
      ...(isUndecided ? { status: 'pending', nextQueryAt: IsNull() } : {}),
    };
    if (reference === undefined) return [condition];
    const ids = await payoutIdsByReference(this.database, reference, NAMED);
    return [
      { ...condition, id: In(ids) },
      { ...condition, sessionId: reference },
    ];
  }
}

function toRecord(row: PayoutRow, attempts: readonly PayoutAttemptRow[], answers: readonly PayoutAnswerRow[]): PayoutRecord {
  const latest = attempts.at(-1);
  const named = answers.findLast(({ attemptId, providerReference }) => attemptId === latest?.id && providerReference !== '');
  return {
    payout: toPayout(row),
    provider: latest?.provider ?? '',
    providerReference: named?.providerReference ?? '',
    answers: attempts.flatMap((attempt) => answersOf(attempt, answers)),
  };
}

function answersOf(attempt: PayoutAttemptRow, answers: readonly PayoutAnswerRow[]): AttemptRecord[] {
  const { id, provider, reference, rawCode, rawMessage, createdAt, state } = attempt;
  const given = answers.filter(({ attemptId }) => attemptId === id);
  if (given.length === 0) return [{ provider, reference, outcome: state, code: rawCode, message: rawMessage, createdAt }];
  return given.map((answer) => {
    const { outcome, code, message } = answer;
    return { provider, reference, outcome, code, message, createdAt: answer.createdAt };
  });
}

@Injectable()
@Contributes(ProviderRecords)
export class PayoutProviderRecords extends AttemptRecords {
  readonly kind = 'payout';

  constructor(providers: PayoutProviders, history: AttemptHistory) {
    super('payout', providers, history);
  }
}

@Injectable()
@Contributes(ProviderFigureSource)
export class PayoutProviderFigures extends ProviderFigureSource {
  readonly kind = 'payout';

  constructor(
    private readonly providers: PayoutProviders,
    private readonly history: AttemptHistory,
  ) {
    super();
  }

  get names(): readonly string[] {
    return this.providers.all.map(({ name }) => name);
  }

  figures(): Promise<ReadonlyMap<string, ProviderFigures>> {
    return this.history.figures('payout', this.names);
  }
}

const TAKE = 100;

@Injectable()
@Contributes(TimelineSource)
export class PayoutTimeline extends TimelineSource {
  override readonly name = 'payouts';
  override readonly kinds: readonly RecordKind[] = ['payout'];

  constructor(
    private readonly database: Database,
    private readonly timeline: AttemptTimeline,
  ) {
    super();
  }

  override async entriesOf({ id }: RecordReference): Promise<TimelineEntry[]> {
    const payout = await this.database.repository(PayoutRow).findOneBy({ id });
    if (!payout) return [];
    const options = { where: { payoutId: id }, order: { createdAt: 'ASC' }, take: TAKE } as const;
    const [attempts, answers] = await Promise.all([
      this.database.repository(PayoutAttemptRow).find(options),
      this.database.repository(PayoutAnswerRow).find(options),
    ]);
    const { amountKobo, name, userId, createdAt, settledAt } = payout;
    const what = `${formatNaira(kobo(amountKobo))} to ${name}, ${maskedAccount(payout)}, was ordered`;
    return this.timeline.entriesOf({ id, userId, what, verb: 'pay', createdAt, settledAt, attempts, answers });
  }
}

/** By the index of what is due: those that were left to staff are in the system logs. */
const COUNT_UNDECIDED = `SELECT attempt.provider AS label, COUNT(*) AS value FROM payout
  JOIN payout_attempt attempt ON attempt.payout_id = payout.id AND attempt.reference = payout.reference
  WHERE payout.next_query_at > 0 AND payout.status = 'pending' GROUP BY attempt.provider`;
const STATE = "CASE WHEN next_query_at IS NULL THEN 'left_to_staff' ELSE 'asked' END";
const OPEN_BY_STATE = `SELECT ${STATE} AS label, COUNT(*) AS value FROM payout WHERE status = 'pending' GROUP BY ${STATE}`;
const OLDEST_BY_STATE = `SELECT ${STATE} AS label, (? - MIN(recorded)) / 1000.0 AS value
  FROM payout WHERE status = 'pending' GROUP BY ${STATE}`;

/** A system log of each minute in which a provider asked so. */
const REFUSED = `SELECT 'refused' AS label, COUNT(*) AS value FROM system_log
  WHERE log_key LIKE 'payout.approval:%' AND recorded > ? - 3600000`;

@Injectable()
export class PayoutGauges implements OnModuleInit {
  constructor(
    private readonly gauges: SqlGauges,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    const { gauges } = this;
    gauges.add('provider', 'harmattan_undecided_payouts', 'Pending payouts that providers are asked about', COUNT_UNDECIDED);
    const open = 'Pending payouts by state: the provider is asked about them, or they are left to staff';
    gauges.add('state', 'harmattan_open_payouts', open, OPEN_BY_STATE);
    const now = () => this.clock.now();
    gauges.add('state', 'harmattan_open_payout_age_seconds', 'Age of the oldest of them', OLDEST_BY_STATE, now);
    const refused = 'Minutes of the last hour in which a provider asked about a payout that is not ours, or not so';
    gauges.add('answer', 'harmattan_refused_payout_approvals', refused, REFUSED, now);
  }
}

const UNDECIDED = [{ status: 'pending' as const, nextQueryAt: IsNull() }];

@Injectable()
@Contributes(StaffRecords)
export class TypeormOpenPayouts extends OpenRecords {
  override readonly kind = 'payout';
  override readonly permission = 'userControl.transaction';

  constructor(private readonly database: Database) {
    super();
  }

  override async find(text: string, limit: number): Promise<RecordSummary[]> {
    const ids = await payoutIdsByReference(this.database, text, limit);
    const conditions = [{ id: In([text, ...ids]) }, { account: text }, { sessionId: text }];
    const { items } = await readRowPage(this.rows, conditions, { before: undefined, size: limit });
    return items.map(summaryOf);
  }

  override countOpen(limit: number): Promise<number> {
    return countRows(this.rows, UNDECIDED, limit);
  }

  override async listOpen(limit: number, after?: number): Promise<RecordSummary[]> {
    return (await oldestRows(this.rows, UNDECIDED, limit, after)).map(summaryOf);
  }

  override openAmong(ids: readonly string[]): Promise<ReadonlySet<string>> {
    return idsAmong(this.rows, UNDECIDED, ids);
  }

  override async named(ids: readonly string[]): Promise<RecordSummary[]> {
    return (await rowsById(this.rows, ids)).map(summaryOf);
  }

  private get rows() {
    return this.database.repository(PayoutRow);
  }
}

function summaryOf(row: PayoutRow): RecordSummary {
  const { id, amountKobo, reference, responseMessage, status, userId, createdAt } = row;
  const title = `Payout to ${maskedAccount(row)}, ${formatNaira(kobo(amountKobo))}`;
  // What it waits for, in the provider's words.
  const detail = status === 'pending' && responseMessage !== '' ? `${reference}: ${responseMessage}` : reference;
  return { id, title, detail, status: SHOWN_STATUS[status], userId, createdAt };
}

/** Logs of undecided payouts: the money is held until one is settled. */
@Injectable()
@Contributes(UnsettledMoneySource)
export class TypeormUndecidedPayoutLogs extends UnsettledMoneySource {
  override readonly prefix = UNDECIDED_LOG;

  constructor(private readonly database: Database) {
    super();
  }

  override async statesOf(logs: readonly KeyedLog[]): Promise<ReadonlyMap<string, MoneyState>> {
    const ids = logs.map(({ key }) => key.slice(UNDECIDED_LOG.length));
    const select = { id: true, status: true, nextQueryAt: true } as const;
    const payouts = await this.database.repository(PayoutRow).find({ select, where: { id: In(ids) } });
    return new Map(payouts.map((payout) => [`${UNDECIDED_LOG}${payout.id}`, stateOf(payout)]));
  }

  override async keyOf({ kind, id }: RecordReference): Promise<string | undefined> {
    return kind === 'payout' ? `${UNDECIDED_LOG}${id}` : undefined;
  }
}

/** One that is still asked about does not wait among the undecided. */
function stateOf({ status, nextQueryAt }: Pick<PayoutRow, 'status' | 'nextQueryAt'>): MoneyState {
  if (status !== 'pending') return 'settled';
  return nextQueryAt === null ? 'queued' : 'open';
}

/** Payouts without an outcome keep an account from being closed. */
@Injectable()
@Contributes(ClosingObstacleSource)
export class TypeormUndecidedPayouts extends ClosingObstacleSource {
  readonly obstacle = 'payout';

  constructor(private readonly database: Database) {
    super();
  }

  exists(userId: string): Promise<boolean> {
    return this.database.repository(PayoutRow).existsBy({ userId, status: 'pending' });
  }
}
