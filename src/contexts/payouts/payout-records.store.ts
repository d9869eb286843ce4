import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type FindOptionsWhere, In, IsNull } from 'typeorm';
import { Clock } from '../../kernel/clock.js';
import { formatNaira, kobo } from '../../kernel/money.js';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import { Contributes } from '../../kernel/registry.js';
import { type RecordSummary, StaffRecords } from '../../kernel/staff-records.js';
import { TimelineSource } from '../../kernel/timeline.js';
import { Database } from '../../platform/database/database.js';
import { OpenRows } from '../../platform/database/open-rows.js';
import { readRowPage } from '../../platform/database/read-row-page.js';
import { SqlGauges } from '../../platform/database/sql-gauges.js';
import { ClosingObstacleSource } from '../accounts/index.js';
import { AttemptHistory, AttemptRecords, AttemptTimeline } from '../attempts/index.js';
import {
  addOrderGauges,
  AttemptFigures,
  attemptRecords,
  idsByReference,
  OrderTimeline,
  UNDECIDED,
  UndecidedOrderLogs,
} from '../attempts/order-records.store.js';
import { PayoutProviders } from '../banks/index.js';
import { ProviderFigureSource, ProviderRecords } from '../providers/index.js';
import { UnsettledMoneySource } from '../system-logs/index.js';
import { type PayoutFilter, type PayoutRecord, PayoutRecords } from './payout-records.js';
import { maskedAccount, SHOWN_STATUS, UNDECIDED_LOG } from './payouts.js';
import { PAYOUT_TABLES, PayoutRow, toPayout } from './payouts.rows.js';

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
  readonly kind = 'payout';

  constructor(providers: PayoutProviders, history: AttemptHistory) {
    super('payout', providers, history);
  }
}

@Injectable()
@Contributes(ProviderFigureSource)
export class PayoutProviderFigures extends AttemptFigures {
  readonly kind = 'payout';

  constructor(providers: PayoutProviders, history: AttemptHistory) {
    super('payout', providers, history);
  }
}

@Injectable()
@Contributes(TimelineSource)
export class PayoutTimeline extends OrderTimeline<PayoutRow> {
  constructor(database: Database, timeline: AttemptTimeline) {
    super('payout', 'pay', PAYOUT_TABLES, database, timeline);
  }

  protected whatOf(payout: PayoutRow): string {
    return `${formatNaira(kobo(payout.amountKobo))} to ${payout.name}, ${maskedAccount(payout)}, was ordered`;
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

@Injectable()
@Contributes(StaffRecords)
export class TypeormOpenPayouts extends OpenRows<PayoutRow> {
  override readonly kind = 'payout';
  override readonly permission = 'userControl.transaction';

  constructor(database: Database) {
    super(database, PayoutRow, UNDECIDED);
  }

  override async find(text: string, limit: number): Promise<RecordSummary[]> {
    const ids = await idsByReference(this.database, PAYOUT_TABLES, text, limit);
    const conditions = [{ id: In([text, ...ids]) }, { account: text }, { sessionId: text }];
    const { items } = await readRowPage(this.rows, conditions, { before: undefined, size: limit });
    return items.map((row) => this.summaryOf(row));
  }

  protected summaryOf(row: PayoutRow): RecordSummary {
    const { id, amountKobo, reference, responseMessage, status, userId, createdAt } = row;
    const title = `Payout to ${maskedAccount(row)}, ${formatNaira(kobo(amountKobo))}`;
    // The reason of the wait, in the provider's words.
    const detail = status === 'pending' && responseMessage !== '' ? `${reference}: ${responseMessage}` : reference;
    return { id, title, detail, status: SHOWN_STATUS[status], userId, createdAt };
  }

  protected override wordsOf({ account, name, bankName, note }: PayoutRow): string {
    return `${account} ${name} ${bankName} ${note}`;
  }
}

@Injectable()
@Contributes(UnsettledMoneySource)
export class TypeormUndecidedPayoutLogs extends UndecidedOrderLogs {
  constructor(database: Database) {
    super('payout', UNDECIDED_LOG, database, PayoutRow);
  }
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
