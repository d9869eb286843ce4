import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type FindOptionsWhere, In, IsNull, type Repository } from 'typeorm';
import { Clock, isoTime } from '../../kernel/clock.js';
import { formatNaira, kobo, toNaira } from '../../kernel/money.js';
import { type Page, type PageRequest, readAll } from '../../kernel/pagination.js';
import { Contributes, contribution } from '../../kernel/registry.js';
import type { RecordSummary } from '../../kernel/records.js';
import { Database } from '../../platform/database/database.js';
import { readRowPage } from '../../platform/database/read-row-page.js';
import { SqlGauges } from '../../platform/database/sql-gauges.js';
import { ClosingObstacleSource } from '../accounts/index.js';
import { AttemptHistory, AttemptRecords, AttemptTimeline } from '../attempts/index.js';
import {
  addOrderGauges,
  AttemptFigures,
  attemptRecords,
  idsByReference,
  UNDECIDED,
  orderTimeline,
  undecidedLogs,
} from '../attempts/order-records.store.js';
import { PayoutProviders } from '../banks/index.js';
import { ProviderFigureSource, ProviderRecords } from '../providers/index.js';
import { type PayoutFilter, type PayoutRecord, PayoutRecords } from './payout-records.js';
import { maskedAccount, SHOWN_STATUS, UNDECIDED_LOG, Payouts } from './payouts.js';
import { PAYOUT_TABLES, PayoutRow, toPayout, PaidAccountRow } from './payouts.rows.js';
import { record } from '../../platform/database/record.js';
import { ChargedPaymentSource } from '../tariffs/index.js';
import { itemised } from '../../kernel/charges.js';

const NAMED = 100;

@Injectable()
export class TypeormPayoutRecords extends PayoutRecords {
  constructor(private readonly database: Database) {
    super();
  }

  async list(filter: PayoutFilter, page: PageRequest): Promise<Page<PayoutRecord>> {
    const rows = await readRowPage(this.database.repository(PayoutRow), await this.conditionsOf(filter), page);
    const attemptsOf = await attemptRecords(
      this.database,
      PAYOUT_TABLES,
      rows.items.map(({ id }) => id),
    );
    return { items: rows.items.map((row) => ({ payout: toPayout(row), ...attemptsOf(row.id) })), next: rows.next };
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
    const ids = await idsByReference(this.database, PAYOUT_TABLES, reference, NAMED);
    return [
      { ...condition, id: In(ids) },
      { ...condition, sessionId: reference },
    ];
  }
}

@Injectable()
@Contributes(ProviderRecords)
export class PayoutProviderRecords extends AttemptRecords {
  constructor(providers: PayoutProviders, history: AttemptHistory) {
    super('payout', 'payout', providers, history);
  }
}

@Injectable()
@Contributes(ProviderFigureSource)
export class PayoutProviderFigures extends AttemptFigures {
  constructor(providers: PayoutProviders, history: AttemptHistory) {
    super('payout', 'payout', providers, history);
  }
}

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
    addOrderGauges(this.gauges, 'payout', this.clock);
    const refused = 'Minutes of the last hour in which a provider asked about a payout that is not ours, or not so';
    this.gauges.add('answer', 'harmattan_refused_payout_approvals', refused, REFUSED, () => this.clock.now());
  }
}

export const payoutRecord = record(PayoutRow, {
  uses: [AttemptTimeline, Payouts],
  staff: { kind: 'payout', permission: 'userControl.transaction', search, title, words, waits: UNDECIDED },
  timeline: orderTimeline('payout', 'pay', PAYOUT_TABLES, whatOf),
  export: { name: 'payouts', rows: (userId, _, payouts) => exported(userId, payouts) },
  // The law wants amounts, times, references, banks and accounts. Only the payer's own words go.
  parts: [PaidAccountRow],
  async erase({ userId }, database) {
    await database.repository(PayoutRow).update({ userId }, { note: '' });
    await database.repository(PaidAccountRow).delete({ userId });
  },
  answers: (database, _, payouts) => [
    undecidedLogs('payout', UNDECIDED_LOG, PayoutRow, database),
    contribution(ClosingObstacleSource, {
      obstacle: 'payout',
      exists: (userId) => database.repository(PayoutRow).existsBy({ userId, status: 'pending' }),
    }),
    contribution(ChargedPaymentSource, {
      chargesOf: async (ids) => new Map([...(await payouts.findAll(ids))].map(([id, { charges }]) => [id, charges])),
    }),
  ],
});

async function search(
  text: string,
  size: number,
  rows: Repository<PayoutRow>,
  database: Database,
): Promise<readonly PayoutRow[]> {
  const ids = await idsByReference(database, PAYOUT_TABLES, text, size);
  const conditions = [{ id: In([text, ...ids]) }, { account: text }, { sessionId: text }];
  return (await readRowPage(rows, conditions, { before: undefined, size })).items;
}

function words({ account, name, bankName, note }: PayoutRow): string {
  return `${account} ${name} ${bankName} ${note}`;
}

function title(row: PayoutRow): RecordSummary {
  const { id, amountKobo, reference, responseMessage, status, userId, createdAt } = row;
  const name = `Payout to ${maskedAccount(row)}, ${formatNaira(kobo(amountKobo))}`;
  // The reason of the wait, in the provider's words.
  const detail = status === 'pending' && responseMessage !== '' ? `${reference}: ${responseMessage}` : reference;
  return { id, title: name, detail, status: SHOWN_STATUS[status], userId, createdAt };
}

function whatOf(payout: PayoutRow): string {
  return `${formatNaira(kobo(payout.amountKobo))} to ${payout.name}, ${maskedAccount(payout)}, was ordered`;
}

async function* exported(userId: string, payouts: Payouts) {
  for await (const payout of readAll((page) => payouts.list({ userId }, page)))
    yield {
      at: isoTime(payout.createdAt),
      reference: payout.reference,
      bank: payout.bankName,
      account: payout.account,
      name: payout.name,
      amount: toNaira(payout.amountKobo),
      ...itemised(payout),
      note: payout.note,
      session: payout.sessionId,
      status: SHOWN_STATUS[payout.status],
      message: payout.responseMessage,
    };
}
