import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../kernel/clock.js';
import { lagosDate } from '../../../../kernel/lagos-time.js';
import type { LedgerChange } from '../../../../ledger/index.js';
import { type SuspensePayment, SuspensePayments } from '../../../deposits/index.js';
import { ProviderRecordSources } from '../../../providers/index.js';
import { SettlementChanges, type SettlementEntry } from '../../../settlements/index.js';
import type { ProposedChange } from '../domain/proposal.js';

export type Return = Extract<ProposedChange, { readonly kind: 'suspense_return' }>;

/** A payment in suspense goes back to its payer: a settlement, which a line of the bank's statement is matched with. */
@Injectable()
export class ReturnPayment {
  constructor(
    private readonly payments: SuspensePayments,
    private readonly providers: ProviderRecordSources,
    private readonly changes: SettlementChanges,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure of SettlementChanges */
  check(payment: SuspensePayment, change: Return): Promise<void> {
    return this.changes.check(this.entryOf(payment, change));
  }

  /** Undefined where the payment left suspense meanwhile, or the settlement cannot be booked any more. */
  async change(paymentId: string, change: Return, proposalId: string): Promise<LedgerChange | undefined> {
    const payment = await this.payments.find(paymentId);
    if (payment?.status !== 'open') return undefined;
    const entry = this.entryOf(payment, change);
    const booking = await this.changes.change(entry, proposalId);
    if (!booking) return undefined;
    const [, from] = this.changes.sidesOf(entry);
    return { ...booking, updates: [this.payments.giveBack(paymentId, booking.journal!.id, from)] };
  }

  private entryOf({ provider, amountKobo }: SuspensePayment, { bankReference, bank = '', valued }: Return): SettlementEntry {
    const isOf = (each: (typeof this.providers.all)[number]) => each.source.kind === 'deposit' && each.provider === provider;
    const name = this.providers.all.find(isOf)?.name ?? provider;
    const about = { account: '', bank, provider: bank === '' ? name : '' } as const;
    const day = valued ?? lagosDate(this.clock.now());
    return { kind: 'suspense_return', ...about, amountKobo, reference: bankReference, valued: day };
  }
}
