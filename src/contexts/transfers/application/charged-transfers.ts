import { Injectable } from '@nestjs/common';
import type { Charge } from '../../../kernel/charges.js';
import { Contributes } from '../../../kernel/registry.js';
import { ChargedPaymentSource } from '../../tariffs/index.js';
import { Transfers } from './ports.js';

@Injectable()
@Contributes(ChargedPaymentSource)
export class ChargedTransfers extends ChargedPaymentSource {
  constructor(private readonly transfers: Transfers) {
    super();
  }

  async chargesOf(ids: readonly string[]): Promise<ReadonlyMap<string, readonly Charge[]>> {
    const found = await this.transfers.find(ids);
    return new Map([...found].map(([id, { charges }]) => [id, charges]));
  }
}
