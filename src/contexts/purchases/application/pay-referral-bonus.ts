import { Injectable } from '@nestjs/common';
import type { IdempotencyKey } from '../../../kernel/caller.js';
import { IdempotencyRecords } from '../../../kernel/idempotency-records.js';
import { newId } from '../../../kernel/ids.js';
import { formatNaira, type Kobo, kobo } from '../../../kernel/money.js';
import { Users } from '../../sign-in/index.js';
import { Notices } from '../../notifications/index.js';
import { Ledger, REWARDS_ACCOUNT } from '../../../ledger/index.js';
import { REFERRAL_PURCHASE_KOBO } from '../domain/rewards.js';
import { CheckReferral } from './check-referral.js';
import { PurchaseSettings } from './purchase-settings.js';
import { PurchaseFigures, Purchases } from './ports.js';
import { systemRequest } from './settle-purchase.js';

/** Stored with the command that paid it. */
export interface PaidBonus {
  readonly purchaseId: string;
  readonly referrerId: string;
  readonly bonusKobo: Kobo;
}

/** A buyer's purchases can earn only one bonus. */
export function bonusKey(buyerId: string): IdempotencyKey {
  return systemRequest('referral', buyerId);
}

/** Once, for the buyer's first completed purchase that is large enough and finds an invitation that earns a bonus. */
@Injectable()
export class PayReferralBonus {
  constructor(
    private readonly ledger: Ledger,
    private readonly users: Users,
    private readonly records: IdempotencyRecords,
    private readonly checkReferral: CheckReferral,
    private readonly purchases: Purchases,
    private readonly figures: PurchaseFigures,
    private readonly notices: Notices,
    private readonly settings: PurchaseSettings,
  ) {}

  async execute(purchaseId: string): Promise<void> {
    const bonusKobo = this.settings.referralBonusKobo;
    const state = await this.purchases.find(purchaseId);
    if (!state || bonusKobo === 0) return;
    const { purchase } = state;
    if (purchase.status !== 'completed' || purchase.amountKobo < REFERRAL_PURCHASE_KOBO) return;
    const buyer = await this.users.find(purchase.userId);
    const referrer = buyer?.referrerId === undefined ? undefined : await this.users.find(buyer.referrerId);
    if (!buyer || !referrer || (await this.records.find(bonusKey(buyer.id)))) return;
    if (!(await this.checkReferral.earns({ referrer, buyer, customerId: purchase.customer.id }))) return;
    const note = `Referral bonus for ${buyer.firstName}`;
    await this.ledger.commit({
      idempotencyKey: bonusKey(buyer.id),
      journal: {
        id: newId(),
        kind: 'reward',
        subject: purchase.id,
        postings: [
          { account: REWARDS_ACCOUNT, amountKobo: kobo(-bonusKobo), note },
          { account: referrer.id, amountKobo: bonusKobo, note },
        ],
      },
      inserts: [
        this.notices.toRow({
          userId: referrer.id,
          subject: 'Referral bonus',
          message: `${buyer.firstName}, whom you invited, made a first purchase. Your bonus of ${formatNaira(bonusKobo)} is in your wallet.`,
        }),
      ],
      // Nothing is paid for a purchase that is reversed at the same time.
      updates: [this.purchases.unchanged(state)],
      increments: this.figures.addReferral(referrer.id, bonusKobo),
      response: { purchaseId, referrerId: referrer.id, bonusKobo } satisfies PaidBonus,
    });
  }
}
