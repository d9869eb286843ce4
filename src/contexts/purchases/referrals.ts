import { Payees } from '../payees/index.js';
import { kobo, type Kobo, naira, formatNaira, ZERO_KOBO } from '../../kernel/money.js';
import { Injectable } from '@nestjs/common';
import { isLocal, networkOf, siteOf } from '../../kernel/addresses.js';
import { Clock, DAY_MS } from '../../kernel/clock.js';
import { localPhone } from '../../kernel/phone.js';
import { UserNumbers } from '../accounts/index.js';
import { Accounts, LoginRecords, type Payer, PaymentAuthorisation, Users } from '../sign-in/index.js';
import { SystemLogs } from '../system-logs/index.js';
import { CreditLedger } from '../tariffs/index.js';
import { type IdempotencyKey, Replayed, systemRequest } from '../../kernel/caller.js';
import { IdempotencyRecords } from '../../kernel/idempotency-records.js';
import { newId } from '../../kernel/ids.js';
import { Notices } from '../notifications/index.js';
import { Ledger, REWARDS_ACCOUNT, ledgerFailures, Wallets } from '../../ledger/index.js';
import { PurchaseSettings, Purchases } from './purchases.js';
import { PurchaseFigures } from './purchase-records.js';
import { Failure } from '../../kernel/failure.js';

/** Counted over all completed purchases. */
const KOBO_PER_POINT = naira(100);
const POINT_WORTH_KOBO = 10;

export const REFERRAL_PURCHASE_KOBO = naira(1_000);

/** Computed from the volume, so that a reversal subtracts its points. */
export function rewardPoints(volumeKobo: Kobo): number {
  return Math.max(0, Math.floor(volumeKobo / KOBO_PER_POINT));
}

export function worthOfPoints(points: number): Kobo {
  return kobo(points * POINT_WORTH_KOBO);
}

const BEFORE_REGISTRATION_MS = 30 * DAY_MS;
/** The latest of one referrer. */
const INVITED = 500;
const BUYERS = 500;

export interface Referral {
  readonly referrer: Payer;
  readonly buyer: Payer;
  /** The purchase's customer number: a phone or a meter. */
  readonly customerId: string;
}

/** Whether an invitation earns a bonus. Nobody earns one by inviting their own second account. */
@Injectable()
export class CheckReferral {
  constructor(
    private readonly accounts: Accounts,
    private readonly authorisation: PaymentAuthorisation,
    private readonly logins: LoginRecords,
    private readonly payees: Payees,
    private readonly numbers: UserNumbers,
    private readonly systemLogs: SystemLogs,
    private readonly clock: Clock,
  ) {}

  /** Staff find why not among the system logs. */
  async earns(referral: Referral): Promise<boolean> {
    const { referrer, buyer } = referral;
    if (referrer.isTest || buyer.isTest) return false;
    const reason = await this.refusal(referral);
    if (reason === undefined) return true;
    const description = `User ${referrer.id} earned no referral bonus for user ${buyer.id}, whom they invited: ${reason}`;
    await this.systemLogs.record({ kind: 'info', description, key: `referral_refused:${buyer.id}:${reason}`.slice(0, 191) });
    return false;
  }

  private async refusal({ referrer, buyer, customerId }: Referral): Promise<string | undefined> {
    const { authorisation } = this;
    if (!authorisation.mayEarnBonus(referrer)) return 'who invited has no verified address, or leaves';
    if (!authorisation.mayEarnBonus(buyer)) return 'who was invited has no verified address, or leaves';
    const others = [referrer.id, ...(await this.accounts.invitedBy(referrer.id, INVITED))].filter((id) => id !== buyer.id);
    if (await this.logins.shareDevice(buyer.id, others)) return 'they, or others whom they invited, signed in on one device';
    if (await this.shareNetwork(buyer, referrer)) return 'both signed in from one network';
    if (samePhone(buyer.phoneNumber, referrer.phoneNumber)) return 'both have one phone number';
    if (samePhone(customerId, referrer.phoneNumber)) return 'the purchase was for the phone of who invited';
    const buyers = await this.numbers.usersOf('meter', customerId, BUYERS);
    if (buyers.some((id) => others.includes(id))) return 'they, or others whom they invited, bought for one number';
    return (await this.payees.sharePaidAccount(buyer.id, others)) ? 'both paid out to one bank account' : undefined;
  }

  /** Private addresses say nothing: everybody behind the same proxy has them. */
  private async shareNetwork(buyer: Payer, referrer: Payer): Promise<boolean> {
    const span = { since: buyer.createdAt - BEFORE_REGISTRATION_MS, until: this.clock.now() };
    const [some, others] = await Promise.all(
      [buyer, referrer].map(async ({ id }) => {
        const addresses = (await this.logins.origins(id, span)).map(({ ip }) => ip);
        return new Set(addresses.filter((ip) => ip !== '' && !isLocal(ip)).map((ip) => siteOf(ip) ?? networkOf(ip)));
      }),
    );
    return [...some!].some((network) => others!.has(network));
  }
}

function samePhone(one: string, other: string): boolean {
  return one !== '' && other !== '' && (localPhone(one) ?? one) === (localPhone(other) ?? other);
}

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
    private readonly ledger: CreditLedger,
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
      // A purchase that is reversed at the same time pays no bonus.
      updates: [this.purchases.unchanged(state)],
      increments: this.figures.addReferral(referrer.id, bonusKobo),
      response: { purchaseId, referrerId: referrer.id, bonusKobo } satisfies PaidBonus,
    });
  }
}

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

  /** Takes the bonus back and returns the amount. Tries again if the wallet has lost money since its balance was read. */
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
