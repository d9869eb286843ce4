import { Injectable } from '@nestjs/common';
import { Replayed } from '../../../kernel/caller.js';
import { Failure } from '../../../kernel/failure.js';
import { IdempotencyRecords } from '../../../kernel/idempotency-records.js';
import { newId } from '../../../kernel/ids.js';
import { formatNaira, type Kobo, kobo, ZERO_KOBO } from '../../../kernel/money.js';
import { Notices } from '../../notifications/index.js';
import { SystemLogs } from '../../system-logs/index.js';
import { Ledger, REWARDS_ACCOUNT, ledgerFailures, Wallets } from '../../../ledger/index.js';
import { PurchaseFigures, Purchases } from './ports.js';
import { bonusKey, type PaidBonus } from './pay-referral-bonus.js';
import { systemRequest } from './settle-purchase.js';

/** Takes back the bonus that a reversed purchase had earned, once, as far as the referrer's wallet has it. */
@Injectable()
export class TakeBackReferralBonus {
  constructor(
    private readonly ledger: Ledger,
    private readonly wallets: Wallets,
    private readonly records: IdempotencyRecords,
    private readonly purchases: Purchases,
    private readonly figures: PurchaseFigures,
    private readonly notices: Notices,
    private readonly systemLogs: SystemLogs,
  ) {}

  async execute(purchaseId: string): Promise<void> {
    const purchase = (await this.purchases.find(purchaseId))?.purchase;
    if (purchase?.status !== 'reversed') return;
    const paid = (await this.records.find(bonusKey(purchase.userId)))?.record.response as PaidBonus | undefined;
    if (paid?.purchaseId !== purchaseId) return;
    const takenKobo = await this.take(paid);
    if (takenKobo < paid.bonusKobo)
      await this.systemLogs.record({
        kind: 'warning',
        description: `Purchase ${purchaseId}, which was reversed, had earned ${paid.referrerId} a referral bonus of ${formatNaira(paid.bonusKobo)}; the wallet had ${formatNaira(takenKobo)} of it, and the rest stays a cost of ${REWARDS_ACCOUNT}`,
        key: `referral:${purchaseId}`,
      });
  }

  /** What was taken. Again where the wallet has lost money since its balance was read. */
  private async take(paid: PaidBonus): Promise<Kobo> {
    for (let attempt = 1; ; attempt++) {
      const balanceKobo = (await this.wallets.balanceOf(paid.referrerId)) ?? ZERO_KOBO;
      const takenKobo = await this.tryToTake(paid, kobo(Math.min(balanceKobo, paid.bonusKobo)), attempt);
      if (takenKobo !== undefined) return takenKobo;
    }
  }

  /** Undefined where the wallet had less; as the refusal is stored under the attempt's key, only one attempt succeeds. */
  private async tryToTake({ purchaseId, referrerId, bonusKobo }: PaidBonus, takenKobo: Kobo, attempt: number) {
    const note = 'Referral bonus taken back';
    const message = `The purchase for which you received a referral bonus of ${formatNaira(bonusKobo)} was reversed, so ${formatNaira(takenKobo)} was taken back from your wallet.`;
    const postings = [
      { account: referrerId, amountKobo: kobo(-takenKobo), note },
      { account: REWARDS_ACCOUNT, amountKobo: takenKobo, note },
    ];
    try {
      const committed = await this.ledger.commit({
        idempotencyKey: systemRequest('referral.take_back', `${purchaseId}:${attempt}`),
        ...(takenKobo === 0
          ? {}
          : {
              journal: { id: newId(), kind: 'reward', subject: purchaseId, postings },
              inserts: [this.notices.toRow({ userId: referrerId, subject: note, message })],
            }),
        increments: this.figures.takeBackReferral(referrerId, takenKobo),
        response: takenKobo,
      });
      if (!(committed instanceof Replayed)) return takenKobo;
      return committed.record.state === 'refused' ? undefined : kobo(committed.record.response as number);
    } catch (error) {
      if (error instanceof Failure && error.is(ledgerFailures.insufficient_funds)) return undefined;
      throw error;
    }
  }
}
