import { Injectable } from '@nestjs/common';
import type { Charge } from '../../../kernel/charges.js';
import { Contributes } from '../../../kernel/registry.js';
import { ChargedPaymentSource } from '../../tariffs/index.js';
import { Payouts } from './ports.js';

@Injectable()
@Contributes(ChargedPaymentSource)
export class ChargedPayouts extends ChargedPaymentSource {
  constructor(private readonly payouts: Payouts) {
    super();
  }

  async chargesOf(ids: readonly string[]): Promise<ReadonlyMap<string, readonly Charge[]>> {
    return new Map([...(await this.payouts.findAll(ids))].map(([id, { charges }]) => [id, charges]));
  }
}
