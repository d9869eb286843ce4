import { Entity } from 'typeorm';
import { TextColumn } from '../../platform/database/columns.js';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { Database } from '../../platform/database/database.js';
import { BankOutages, afterFailure, isOut } from './banks.js';
import { SqlGauges } from '../../platform/database/sql-gauges.js';

@Entity('bank_outage')
export class BankOutageRow {
  @TextColumn('bank_code', 48, { primary: true }) bankCode: string;
  /** The last failures in a row, unix ms with commas. */
  @TextColumn('failed_at', 80) failedAt: string;
}

/** A failure that two processes count at once may count once: the shown state is a hint. */
@Injectable()
export class TypeormBankOutages extends BankOutages {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  async failed(bankCode: string): Promise<void> {
    const before = await this.rows.findOneBy({ bankCode });
    const failedAt = afterFailure(before ? timesOf(before) : [], this.clock.now()).join(',');
    await this.rows
      .createQueryBuilder()
      .insert()
      .values({ bankCode, failedAt })
      .orUpdate(['failed_at'], ['bank_code'])
      .updateEntity(false)
      .execute();
  }

  async answered(bankCode: string): Promise<void> {
    // Reads first, because nearly always there is nothing to write.
    if (await this.rows.existsBy({ bankCode })) await this.rows.delete({ bankCode });
  }

  async all(): Promise<ReadonlySet<string>> {
    const now = this.clock.now();
    const rows = await this.rows.find();
    return new Set(rows.filter((row) => isOut(timesOf(row), now)).map(({ bankCode }) => bankCode));
  }

  private get rows() {
    return this.database.repository(BankOutageRow);
  }
}

function timesOf({ failedAt }: BankOutageRow): number[] {
  return failedAt.split(',').map(Number);
}

@Injectable()
export class BankGauge implements OnModuleInit {
  constructor(
    private readonly outages: BankOutages,
    private readonly gauges: SqlGauges,
  ) {}

  onModuleInit(): void {
    const help = '1 for a bank whose name enquiry does not answer';
    this.gauges.addReading('bank', 'harmattan_bank_unavailable', help, async () => {
      return new Map([...(await this.outages.all())].map((code) => [code, 1]));
    });
  }
}
