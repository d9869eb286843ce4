import { Injectable } from '@nestjs/common';
import type { Charge } from '../../../kernel/charges.js';
import type { Kobo } from '../../../kernel/money.js';
import { Contributions, Registry } from '../../../kernel/registry.js';
import type { RowInsert } from '../../../kernel/row-changes.js';
import type { TariffBook } from '../domain/tariff-book.js';
import type { Tariff } from '../domain/tariff.js';

export abstract class Tariffs {
  /** A change by any process is in it within ten seconds. */
  abstract current(): Promise<TariffBook>;
  /** Adds a tariff with a ledger command. */
  abstract toRow(tariff: Tariff): RowInsert;
}

/** Contributed by the contexts whose payments are charged. */
export abstract class ChargedPaymentSource {
  /** @param ids of payments, those of other contexts too @returns by id, those that there are */
  abstract chargesOf(ids: readonly string[]): Promise<ReadonlyMap<string, readonly Charge[]>>;
}

@Injectable()
export class ChargedPayments extends Registry<ChargedPaymentSource> {
  constructor(contributions: Contributions) {
    super(contributions, ChargedPaymentSource);
  }

  async chargesOf(ids: readonly string[]): Promise<ReadonlyMap<string, readonly Charge[]>> {
    const found = await Promise.all(this.entries.map((source) => source.chargesOf(ids)));
    return new Map(found.flatMap((charges) => [...charges]));
  }
}

export abstract class TariffSettings {
  /** What a device pays in a day from its first sign-in. */
  abstract readonly newDeviceKobo: Kobo;
}
