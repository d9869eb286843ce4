import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SqlGauges } from '../../../../platform/database/sql-gauges.js';
import { BankOutages } from '../../application/bank-outages.js';

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
