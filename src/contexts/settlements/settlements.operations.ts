import { Injectable } from '@nestjs/common';
import { Failure } from '../../kernel/failure.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { pageOf } from '../../platform/http/presenting.js';
import { ShowSafeguarding } from './application/show-safeguarding.js';
import { Settlements } from './application/ports.js';
import { settlementFailures } from './domain/settlements.failures.js';
import { SafeguardingFetchInput, SettlementFetchInput } from './settlements.inputs.js';
import { presentSafeguarding, presentSettlement } from './settlements.presenters.js';

const PER_PAGE = 15;

@Injectable()
export class SettlementsOperations {
  constructor(
    private readonly settlements: Settlements,
    private readonly showSafeguarding: ShowSafeguarding,
  ) {}

  @Operation('control_settlement_fetch', {
    method: 'GET',
    access: 'admin',
    permission: 'otherControl.fiatCurency',
    missing: 400,
    reads: () => 'settlements',
    failures: [on(settlementFailures.no_record, { code: 404 })],
    present: pageOf(presentSettlement),
    summary:
      'What moved between our own accounts outside of the service, newest first: payouts of providers, top-ups of floats, fees of providers and banks, and taxes that were remitted.',
  })
  async fetch({ filter, page: before }: SettlementFetchInput) {
    const page = await this.settlements.list(filter, { before, size: PER_PAGE });
    if (page.items.length === 0) throw new Failure(settlementFailures.no_record);
    return page;
  }

  @Operation('control_safeguarding_fetch', {
    method: 'GET',
    access: 'admin',
    permission: 'otherControl.fiatCurency',
    missing: 400,
    reads: () => 'safeguarding',
    present: presentSafeguarding,
    summary:
      'Whether the money of users is there: what wallets, purchases on their way and suspense hold, against our accounts at banks and with providers, at the end of a day in Lagos, or today as it is now.',
  })
  safeguarding({ rqvl: day }: SafeguardingFetchInput) {
    return this.showSafeguarding.execute(day);
  }
}
