import { Entity, Index, In } from 'typeorm';
import {
  CountColumn,
  ExactTextColumn,
  IdColumn,
  PrimaryIdColumn,
  TextColumn,
  TimeColumn,
} from '../../platform/database/columns.js';
import { RowSeal, Unsealed } from '../../platform/crypto/row-seal.js';
import {
  type PayeeKind,
  SavedPayees,
  type PayeeUse,
  type UsedPayee,
  identityOf,
  MOST_PAYEES,
  type Payee,
  payeesFailures,
} from './payee.js';
import { record } from '../../platform/database/record.js';
import { Injectable } from '@nestjs/common';
import { Clock, isoTime } from '../../kernel/clock.js';
import { Database } from '../../platform/database/database.js';
import { insertNew } from '../../platform/database/insert-new.js';
import { Failure } from '../../kernel/failure.js';
import { RowSeals } from '../../platform/crypto/row-seals.js';
import { isDuplicate } from '../../platform/database/errors.js';

@Entity('payee')
@Index('payee_receiver', ['receiverId'])
@Index('payee_identity', ['userId', 'identity'], { unique: true })
@RowSeal<PayeeRow>('payeeSeal', [
  'userId',
  'identity',
  'kind',
  'label',
  'name',
  'bankCode',
  'account',
  'receiverId',
  'email',
  'billerId',
  'itemId',
  'customerId',
])
@Unsealed<PayeeRow>({
  changedName: 'is compared with what the bank tells before each payment, and confirmed by the owner',
  used: 'is only counted',
  usedAt: 'only orders the list',
  createdAt: 'is only shown',
})
export class PayeeRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('user_id') userId: string;
  /** The destination. */
  @ExactTextColumn('identity', 255) identity: string;
  @TextColumn('kind', 8) kind: PayeeKind;
  @TextColumn('label', 64) label: string;
  @TextColumn('name', 255) name: string;
  @TextColumn('bank_code', 48) bankCode: string;
  @TextColumn('account', 16) account: string;
  @IdColumn('receiver_id') receiverId: string;
  @TextColumn('email', 254) email: string;
  @TextColumn('biller_id', 64) billerId: string;
  @TextColumn('item_id', 96) itemId: string;
  @TextColumn('customer_id', 64) customerId: string;
  @TextColumn('changed_name', 160) changedName: string;
  @CountColumn('used') used: number;
  @TimeColumn('used_at') usedAt: number;
  @TimeColumn('recorded') createdAt: number;
  @TextColumn('payee_seal', 64, { nullable: true }) payeeSeal: string | null;
}

@Entity('paid_account')
export class PaidAccountRow {
  @PrimaryIdColumn('user_id') userId: string;
  @TextColumn('bank_code', 48, { primary: true }) bankCode: string;
  @TextColumn('account', 16, { primary: true }) account: string;
  @TimeColumn('recorded') createdAt: number;
}

@Injectable()
export class TypeormSavedPayees extends SavedPayees {
  constructor(
    private readonly database: Database,
    private readonly seals: RowSeals,
    private readonly clock: Clock,
  ) {
    super();
  }

  async add(payee: Payee): Promise<void> {
    const identity = identityOf(payee);
    const { userId } = payee;
    const present = await this.rows.findOneBy({ userId, identity });
    if (present && (await this.isTrusted(present))) throw new Failure(payeesFailures.exists);
    // Saving it anew confirms it.
    if (present) await this.rows.delete({ userId, id: present.id });
    if ((await this.rows.countBy({ userId })) >= MOST_PAYEES) throw new Failure(payeesFailures.too_many);
    try {
      const row = { ...payee, identity };
      await this.rows.insert({ ...row, ...this.seals.of(PayeeRow, row) });
    } catch (error) {
      if (isDuplicate(error)) throw new Failure(payeesFailures.exists, { cause: error });
      throw error;
    }
  }

  async find(userId: string, id: string): Promise<Payee | undefined> {
    const row = await this.rows.findOneBy({ userId, id });
    if (!row) return undefined;
    if (!(await this.isTrusted(row))) throw new Failure(payeesFailures.untrusted);
    return payeeOf(row);
  }

  async all(userId: string): Promise<Payee[]> {
    const rows = await this.rows.find({ where: { userId }, order: { usedAt: 'DESC', id: 'DESC' } });
    const trusted = await Promise.all(rows.map((row) => this.isTrusted(row)));
    return rows.filter((_, index) => trusted[index]).map(payeeOf);
  }

  async among(uses: readonly PayeeUse[]): Promise<UsedPayee[]> {
    const select = { id: true, userId: true, identity: true } as const;
    const saved = await this.rows.find({ select, where: { userId: In([...new Set(uses.map(({ userId }) => userId))]) } });
    return uses.flatMap(({ userId, identity, at }) =>
      saved.filter((row) => row.userId === userId && row.identity === identity).map(({ id }) => ({ userId, id, at })),
    );
  }

  async change(userId: string, id: string, changes: Partial<Pick<Payee, 'label' | 'name' | 'changedName'>>): Promise<void> {
    await this.seals.update<PayeeRow>(PayeeRow, { userId, id }, changes);
  }

  async count(userId: string, id: string, at = this.clock.now()): Promise<void> {
    const last = `CASE WHEN used_at < ${at} THEN ${at} ELSE used_at END`;
    await this.rows.update({ userId, id }, { used: () => 'used + 1', usedAt: () => last });
  }

  async remove(userId: string, id: string): Promise<boolean> {
    return (await this.rows.delete({ userId, id })).affected === 1;
  }

  async addPaid(userId: string, bankCode: string, account: string): Promise<boolean> {
    if (await this.paid.existsBy({ userId, bankCode, account })) return false;
    const columns = ['user_id', 'bank_code', 'account', 'recorded'];
    await insertNew(this.database, 'paid_account', columns, [[userId, bankCode, account, this.clock.now()]]);
    return true;
  }

  async sharedPaid(userId: string, others: readonly string[]): Promise<boolean> {
    const paid = await this.paid.find({ select: { bankCode: true, account: true }, where: { userId } });
    if (paid.length === 0 || others.length === 0) return false;
    return this.paid.existsBy(paid.map(({ bankCode, account }) => ({ userId: In([...others]), bankCode, account })));
  }

  private isTrusted(row: PayeeRow): Promise<boolean> {
    return this.seals.holds(PayeeRow, 'payeeSeal', row);
  }

  private get rows() {
    return this.database.repository(PayeeRow);
  }

  private get paid() {
    return this.database.repository(PaidAccountRow);
  }
}

function payeeOf({ identity: _, payeeSeal: __, ...payee }: PayeeRow): Payee {
  return payee;
}

const PAGE_ROWS = 500;

/** Also what others saved of the user goes with an account. */
export const payeeRecord = record(PayeeRow, {
  uses: [SavedPayees],
  export: { name: 'payees', rows: exported },
  ofUser: ({ userId }) => [{ userId }, { receiverId: userId }],
  parts: [PaidAccountRow],
  erase: ({ userId }, database) => forgetPaid(userId, database),
});

async function* exported(userId: string, saved: SavedPayees): AsyncIterable<object> {
  for (const payee of await saved.all(userId))
    yield {
      saved: isoTime(payee.createdAt),
      kind: payee.kind,
      label: payee.label,
      name: payee.name,
      bank: payee.bankCode,
      account: payee.account,
      email: payee.email,
      biller: payee.billerId,
      item: payee.itemId,
      customer: payee.customerId,
      used: payee.used,
    };
}

async function forgetPaid(userId: string, database: Database): Promise<void> {
  const paid = database.repository(PaidAccountRow);
  for (;;) {
    const page = await paid.find({ where: { userId }, take: PAGE_ROWS });
    if (page.length === 0) return;
    await paid.delete({ userId, account: In(page.map(({ account }) => account)) });
  }
}
