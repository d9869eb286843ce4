import { type Payer, Users } from '../../../src/contexts/sign-in/index.js';
import { LimitedLedger, PaymentLimits, type Tariff, Tariffs } from '../../../src/contexts/tariffs/index.js';
import { NO_OWN_LIMITS } from '../../../src/contexts/tariffs/own-limits.js';
import { TariffBook } from '../../../src/contexts/tariffs/tariffs.js';
import { type Ledger, Spending, type Spent, type Wallets } from '../../../src/ledger/index.js';
import type { BoundDevices } from '../../../src/contexts/devices/index.js';
import type { Clock } from '../../../src/kernel/clock.js';
import { naira } from '../../../src/kernel/money.js';
import type { RowInsert } from '../../../src/kernel/row-changes.js';

/** Tariffs that do not change. */
export class FixedTariffs extends Tariffs {
  private readonly book: TariffBook;

  constructor(tariffs: readonly Tariff[] = []) {
    super();
    this.book = new TariffBook(tariffs);
  }

  current(): Promise<TariffBook> {
    return Promise.resolve(this.book);
  }

  toRow(tariff: Tariff): RowInsert {
    return { table: 'tariff', values: { id: tariff.id } };
  }
}

class NothingSpent extends Spending {
  since(_account: string, times: readonly number[]): Promise<Spent> {
    return Promise.resolve({ seq: 0, postedAt: 0, sumsKobo: times.map(() => 0 as Spent['sumsKobo'][number]) });
  }
}

class NoUsers extends Users {
  find(): Promise<Payer | undefined> {
    return Promise.resolve(undefined);
  }
  findByEmail(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
  findByReference(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}

export const NO_DEVICES = { newestBoundAt: () => Promise.resolve(undefined) } as unknown as BoundDevices;

/** A ledger without limits. */
export function unlimited(ledger: Ledger, clock: Clock): LimitedLedger {
  const limits = new PaymentLimits(
    new FixedTariffs(),
    new NoUsers(),
    new NothingSpent(),
    { newDeviceKobo: naira(20_000) },
    clock,
    { balanceOf: () => Promise.resolve(undefined) } as unknown as Wallets,
    { find: () => Promise.resolve(NO_OWN_LIMITS), save: () => Promise.resolve() },
    NO_DEVICES,
  );
  return new LimitedLedger(limits, ledger, clock);
}
