import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { Failure } from '../../kernel/failure.js';
import { READS_RECORDS } from '../../kernel/staff-roles.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { listOf } from '../../platform/http/presenting.js';
import { Tariffs } from './application/ports.js';
import { tariffFailures } from './domain/tariffs.failures.js';
import { TariffFetchInput } from './tariffs.inputs.js';
import { type ListedTariff, presentTariff } from './tariffs.presenters.js';

const STATUS = { current: 'current', history: 'past', future: 'future' } as const;

@Injectable()
export class TariffsOperations {
  constructor(
    private readonly tariffs: Tariffs,
    private readonly clock: Clock,
  ) {}

  @Operation('control_tariff_fetch', {
    method: 'GET',
    access: 'admin',
    permission: 'otherControl.fiatCurency',
    orPermission: READS_RECORDS,
    missing: 400,
    failures: [on(tariffFailures.no_tariff, { code: 404 })],
    present: listOf(presentTariff),
    summary: 'What is charged and allowed: fees, duties, surcharges and limits in force, those before and those to come.',
  })
  async fetch({ rqtp }: TariffFetchInput) {
    const book = await this.tariffs.current();
    const now = this.clock.now();
    const current = new Set(book.current(now));
    const listed = book.tariffs.map((tariff): ListedTariff => {
      const status = current.has(tariff) ? 'current' : tariff.fromMs > now ? 'future' : 'past';
      return { tariff, status };
    });
    const wanted = listed.filter(({ status }) => rqtp === 'all' || status === STATUS[rqtp]);
    if (wanted.length === 0) throw new Failure(tariffFailures.no_tariff);
    return wanted.toSorted((a, b) => b.tariff.fromMs - a.tariff.fromMs);
  }
}
