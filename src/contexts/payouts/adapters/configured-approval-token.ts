import { createHash, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ApprovalToken } from '../authorize-payout.js';
import { PayoutsEnvironment } from '../payouts.settings.js';

@Injectable()
export class ConfiguredApprovalToken extends ApprovalToken {
  constructor(private readonly settings: PayoutsEnvironment) {
    super();
  }

  is(token: string): boolean {
    const expected = this.settings.PAYOUT_APPROVAL_TOKEN;
    return expected !== undefined && timingSafeEqual(hash(expected), hash(token));
  }
}

/** Hashes have one length for any input. */
function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
