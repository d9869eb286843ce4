import type { NewDevice, Caller, Replayed } from '../../kernel/caller.js';
import type { FailureDefinition } from '../../kernel/failure.js';
import { addDays, formatLagosTime, lagosDate, lagosMidnight } from '../../kernel/lagos-time.js';
import { formatNaira, type Kobo, kobo } from '../../kernel/money.js';
import { type Limits, tariffFailures, type LimitTariff, type Verification, Tariffs, TariffSettings } from './tariffs.js';
import { type OwnLimits, OwnLimitStore, withOwn } from './own-limits.js';
import { Injectable } from '@nestjs/common';
import { BoundDevices } from '../devices/index.js';
import { Clock, DAY_MS } from '../../kernel/clock.js';
import { type User, Users } from '../sign-in/index.js';
import { Spending, Wallets, type SpendingLimit, type CommitReceipt, Ledger, type LedgerCommand } from '../../ledger/index.js';

export type LimitName = 'single' | 'daily' | 'monthly' | 'new_device';

export interface PaymentLimit {
  readonly name: LimitName;
  readonly limitKobo: Kobo;
  /** The period that is counted; of a single payment nothing else is. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** Money that comes in counts, too. */
  readonly isBothWays?: boolean;
}

/** @param now unix ms, in the periods that are counted */
export function paymentLimits({ singleKobo, dailyKobo, monthlyKobo }: Limits, now: number): PaymentLimit[] {
  const today = lagosDate(now);
  const firstOfMonth = `${today.slice(0, 7)}-01`;
  const limit = (name: LimitName, limitKobo: Kobo | undefined, fromMs: number, untilMs: number): PaymentLimit[] =>
    limitKobo === undefined ? [] : [{ name, limitKobo, fromMs, untilMs }];
  return [
    ...limit('single', singleKobo, Infinity, Infinity),
    ...limit('daily', dailyKobo, lagosMidnight(today), lagosMidnight(addDays(today, 1))),
    ...limit('monthly', monthlyKobo, lagosMidnight(firstOfMonth), lagosMidnight(`${addDays(firstOfMonth, 31).slice(0, 7)}-01`)),
  ];
}

/** The limit of payments by a new device. */
export function newDeviceLimit(limitKobo: Kobo, { from, until }: NewDevice): PaymentLimit {
  return { name: 'new_device', limitKobo, fromMs: from, untilMs: until };
}

/** The period of a first day that is not over yet. @param from when the account was made, or a device was bound */
function firstDayLimit(limitKobo: Kobo, from: number | undefined, now: number): PaymentLimit[] {
  if (from === undefined || now >= from + DAY_MS) return [];
  return [{ name: 'new_device', limitKobo, fromMs: from, untilMs: from + DAY_MS, isBothWays: true }];
}

/** Names the limit and when it frees up; the ledger replaces `{remaining}`. */
export function limitReached({ name, limitKobo, untilMs, isBothWays }: PaymentLimit): FailureDefinition {
  if (limitKobo === 0) return tariffFailures.identity_required;
  if (isBothWays) {
    const text = `In the first 24 hours of an account or a device, ${formatNaira(limitKobo)} come in and go out in all: {remaining} remain until ${formatLagosTime(untilMs)}`;
    return { ...tariffFailures.new_device_limit, text };
  }
  if (name === 'new_device') {
    const text = `A new device pays ${formatNaira(limitKobo)} in its first 24 hours: {remaining} remain until ${formatLagosTime(untilMs)}`;
    return { ...tariffFailures.new_device_limit, text };
  }
  const text =
    name === 'single'
      ? `The limit of a single payment is ${formatNaira(limitKobo)}, charges included; it does not free up with time`
      : `The ${name} limit of ${formatNaira(limitKobo)} is reached: {remaining} remain until it frees up on ${lagosDate(untilMs)} at 00:00 (Africa/Lagos)`;
  return { ...tariffFailures.limit_reached, text };
}

/** Of a deposit order, which the ledger does not refuse. */
function limitReachedNow(limit: LimitLeft): FailureDefinition {
  const { text, ...definition } = limitReached(limit);
  return { ...definition, text: text.replace('{remaining}', formatNaira(kobo(Math.max(limit.remainingKobo, 0)))) };
}

/** Tells the sender nothing of what else came in. */
const RECEIVER_IS_NEW: FailureDefinition = {
  ...tariffFailures.new_device_limit,
  text: 'The recipient cannot receive this amount in the first 24 hours of their account or device',
};

/** Tells the sender nothing of the recipient's balance. */
export function balanceLimitReached(limitKobo: Kobo): FailureDefinition {
  if (limitKobo === 0)
    return {
      ...tariffFailures.identity_required,
      text: 'The recipient has to verify who they are before money can be sent to them',
    };
  const text =
    'The balance limit of the recipient does not allow this amount; it frees up when they spend, or verify more of who they are';
  return { ...tariffFailures.limit_reached, text };
}

export interface LimitLeft extends PaymentLimit {
  readonly remainingKobo: Kobo;
}

export interface TierLeft {
  /** Empty where nothing is limited. */
  readonly tier: string;
  readonly limits: readonly LimitLeft[];
}

export interface Standing {
  /** Empty where nothing is limited. */
  readonly tier: string;
  /** Empty in the highest tier. */
  readonly next: { readonly tier: string; readonly needs: readonly Verification[] };
  readonly limits: Limits | undefined;
  /** Those of the user, which are in `limits` already. */
  readonly own: OwnLimits;
  /** In Lagos, charges included; undefined where nothing is limited. */
  readonly spentTodayKobo: Kobo | undefined;
  readonly spentMonthKobo: Kobo | undefined;
}

/** The payer, and whether the device is new. */
export type LimitedPayer = Pick<Caller, 'userId' | 'newDevice'>;

/** The limits of a user's tier, with the spent amounts. */
@Injectable()
export class PaymentLimits {
  constructor(
    private readonly tariffs: Tariffs,
    private readonly users: Users,
    private readonly spending: Spending,
    private readonly settings: TariffSettings,
    private readonly clock: Clock,
    private readonly wallets: Wallets,
    private readonly own: OwnLimitStore,
    private readonly devices: BoundDevices,
  ) {}

  /** Undefined where nothing is limited. */
  async tierOf(userId: string): Promise<LimitTariff | undefined> {
    const book = await this.tariffs.current();
    if (!book.hasLimits) return undefined;
    const user = await this.users.find(userId);
    return user && book.tier(verificationsOf(user), this.clock.now());
  }

  /** For a ledger command. @param now in the periods that are counted @param kind of its journal */
  async spendingLimit({ userId, newDevice }: LimitedPayer, now: number, kind?: string): Promise<SpendingLimit | undefined> {
    const isNew = newDevice !== undefined && newDevice.until > now;
    // Payments that leave the platform are always limited, others if limits are in force.
    const isCapped = isNew && (kind === 'payout' || (await this.tariffs.current()).hasLimits);
    const left = await this.read(userId, now, isCapped ? [newDeviceLimit(this.settings.newDeviceKobo, newDevice)] : []);
    if (!left) return undefined;
    const periods = left.limits.map((limit) => periodOf(limit, limitReached(limit)));
    return { account: userId, seq: left.seq, postedAt: left.postedAt, periods };
  }

  /** The most that the account may hold; undefined if nothing limits it. */
  async balanceKobo(userId: string): Promise<Kobo | undefined> {
    return (await this.tierOf(userId))?.limits.balanceKobo;
  }

  /** Of who receives a transfer; undefined after the first 24 hours of their account and device. */
  async receivingLimit(userId: string, now: number): Promise<SpendingLimit | undefined> {
    const limits = await this.firstDay(userId, now);
    if (limits.length === 0) return undefined;
    const { seq, postedAt, left } = await this.spent(userId, limits, now);
    const periods = left.map((limit) => periodOf(limit, RECEIVER_IS_NEW));
    return { account: userId, seq, postedAt, periods };
  }

  /** Of who receives a transfer, which is refused beyond it. */
  async balanceLimit(userId: string) {
    const limitKobo = await this.balanceKobo(userId);
    return limitKobo === undefined ? undefined : { account: userId, limitKobo, refusal: balanceLimitReached(limitKobo) };
  }

  /** Why a deposit of this much is not ordered; undefined where it may be. What comes all the same is credited. */
  async depositRefusal(userId: string, amountKobo: Kobo): Promise<FailureDefinition | undefined> {
    const { balanceKobo, depositKobo } = (await this.tierOf(userId))?.limits ?? {};
    if (balanceKobo === 0 || depositKobo === 0) return tariffFailures.identity_required;
    if (depositKobo !== undefined && amountKobo > depositKobo)
      return { ...tariffFailures.limit_reached, text: `The limit of a single deposit is ${formatNaira(depositKobo)}` };
    const newLimits = await this.firstDay(userId, this.clock.now());
    const { left: firstDay } = newLimits.length > 0 ? await this.spent(userId, newLimits, this.clock.now()) : { left: [] };
    const reached = firstDay.find(({ remainingKobo }) => amountKobo > remainingKobo);
    if (reached) return limitReachedNow(reached);
    if (balanceKobo === undefined) return undefined;
    const leftKobo = balanceKobo - ((await this.wallets.balanceOf(userId)) ?? 0);
    if (amountKobo <= leftKobo) return undefined;
    const left = formatNaira(kobo(Math.max(leftKobo, 0)));
    return { ...tariffFailures.limit_reached, text: `Your account may hold ${formatNaira(balanceKobo)}: it takes ${left} more` };
  }

  /** A user's limits, and the requirements for more. */
  async standing(userId: string): Promise<Standing> {
    const [user, book, now] = [await this.users.find(userId), await this.tariffs.current(), this.clock.now()];
    const verified = user ? verificationsOf(user) : new Set<Verification>();
    const tiers = book.tiers(now);
    const tier = book.tier(verified, now);
    const next = tier && tiers[tiers.indexOf(tier) + 1];
    const today = lagosDate(now);
    const [month, day] = [lagosMidnight(`${today.slice(0, 7)}-01`), lagosMidnight(today)];
    const own = await this.own.find(userId);
    const [spentMonthKobo, spentTodayKobo] = tier ? (await this.spending.since(userId, [month, day])).sumsKobo : [];
    return {
      tier: tier?.subject ?? '',
      next: { tier: next?.subject ?? '', needs: next?.requires.filter((each) => !verified.has(each)) ?? [] },
      limits: tier && withOwn(tier.limits, own, now),
      own,
      spentTodayKobo,
      spentMonthKobo,
    };
  }

  async left(userId: string): Promise<TierLeft> {
    const read = await this.read(userId, this.clock.now());
    return { tier: read?.tier ?? (await this.tierOf(userId))?.subject ?? '', limits: read?.limits ?? [] };
  }

  private async read(userId: string, now: number, further: readonly PaymentLimit[] = []) {
    const tier = await this.tierOf(userId);
    const own = tier ? withOwn(tier.limits, await this.own.find(userId), now) : undefined;
    const limits = [...(own ? paymentLimits(own, now) : []), ...(await this.firstDay(userId, now)), ...further];
    if (limits.length === 0) return undefined;
    const { seq, postedAt, left } = await this.spent(userId, limits, now);
    return { tier: tier?.subject, seq, postedAt, limits: left };
  }

  /** Those of the account and of the device that was bound last. */
  private async firstDay(userId: string, now: number): Promise<PaymentLimit[]> {
    const book = await this.tariffs.current();
    const limitKobo = book.hasLimits ? book.firstDayKobo(now) : undefined;
    if (limitKobo === undefined) return [];
    const [user, boundAt] = await Promise.all([this.users.find(userId), this.devices.newestBoundAt(userId)]);
    return [user?.createdAt, boundAt].flatMap((from) => firstDayLimit(limitKobo, from, now));
  }

  private async spent(userId: string, limits: readonly PaymentLimit[], now: number) {
    const times = limits.map(({ fromMs }) => Math.min(fromMs, now)).toSorted((a, b) => a - b);
    const bothWays = limits.filter(({ isBothWays }) => isBothWays).map(({ fromMs }) => fromMs);
    const { seq, postedAt, sumsKobo, receivedKobo = [] } = await this.spending.since(userId, times, bothWays);
    const left = limits.map((limit): LimitLeft => {
      const { fromMs, limitKobo, isBothWays = false } = limit;
      const index = times.indexOf(fromMs);
      const receivedSince = isBothWays ? receivedKobo[bothWays.indexOf(fromMs)]! : 0;
      return { ...limit, remainingKobo: index === -1 ? limitKobo : kobo(limitKobo - sumsKobo[index]! - receivedSince) };
    });
    return { seq, postedAt, left };
  }
}

function periodOf(limit: LimitLeft, refusal: FailureDefinition) {
  return { ...limit, spentKobo: limit.limitKobo - limit.remainingKobo, refusal };
}

function verificationsOf({ emailVerified, phoneProved, identityVerified, verifiedNumbers }: User): Set<Verification> {
  const verified: [Verification, boolean][] = [
    ['emailVerify', emailVerified],
    ['phoneVerify', phoneProved],
    ['identVerify', identityVerified],
    ['bvn', verifiedNumbers.includes('bvn')],
    ['nin', verifiedNumbers.includes('nin')],
  ];
  return new Set(verified.filter(([, isVerified]) => isVerified).map(([verification]) => verification));
}

/** A day and a month may end while a payment waits. */
const ATTEMPTS = 3;

/** Commits payments of users within their limits. */
@Injectable()
export class LimitedLedger {
  constructor(
    private readonly limits: PaymentLimits,
    private readonly ledger: Ledger,
    private readonly clock: Clock,
  ) {}

  /** @param receiverId whose balance limit holds @throws Failure `tariffs.limit_reached`, `new_device_limit`, and those of the ledger */
  async commit(
    payer: LimitedPayer,
    command: Omit<LedgerCommand, 'updates'>,
    receiverId?: string,
  ): Promise<CommitReceipt | Replayed> {
    const committed = await this.commitUnlessStale(payer, command, receiverId);
    if (committed === 'stale') throw new Error('a command without updates was stale');
    return committed;
  }

  /** Like `commit`, for a command with updates. */
  async commitUnlessStale(
    payer: LimitedPayer,
    command: LedgerCommand,
    receiverId?: string,
  ): Promise<CommitReceipt | Replayed | 'stale'> {
    const balanceLimit = receiverId === undefined ? undefined : await this.limits.balanceLimit(receiverId);
    let now = this.clock.now();
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const spendingLimit = await this.limits.spendingLimit(payer, now, command.journal?.kind);
      const receivingLimit = receiverId === undefined ? undefined : await this.limits.receivingLimit(receiverId, now);
      const committed = await this.ledger.commit({ ...command, spendingLimit, receivingLimit, balanceLimit });
      if (committed !== 'stale') return committed;
      // A period is over for the ledger, whose time may be ahead of this clock.
      now = Math.max(
        this.clock.now(),
        Math.min(...[spendingLimit, receivingLimit].flatMap((limit) => limit?.periods ?? []).map(({ untilMs }) => untilMs)),
      );
    }
    return 'stale';
  }
}
