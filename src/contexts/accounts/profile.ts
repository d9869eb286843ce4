import { Injectable } from '@nestjs/common';
import { type Kobo, ZERO_KOBO, toNaira } from '../../kernel/money.js';
import { Contributions, Registry, Contributes } from '../../kernel/registry.js';
import { Clock, isoTime } from '../../kernel/clock.js';
import { Failure } from '../../kernel/failure.js';
import { Wallets } from '../../ledger/index.js';
import {
  type Account,
  type AccountChanges,
  isCoolingOff,
  signInFailures,
  Accounts,
  TransactionPins,
  type Device,
  LoginRecords,
  Sessions,
} from '../sign-in/index.js';
import { PaymentLimits, type Standing } from '../tariffs/index.js';
import { maskSerial } from '../../kernel/masking.js';
import { readAll } from '../../kernel/pagination.js';
import { type DataPart, PersonalDataSource } from '../../kernel/records.js';

const LEVELS = [
  [100_000, 'platinum'],
  [10_000, 'gold'],
  [1_000, 'silver'],
] as const;

export function rewardLevel(points: number): 'bronze' | 'silver' | 'gold' | 'platinum' {
  return LEVELS.find(([from]) => points >= from)?.[1] ?? 'bronze';
}

export interface Figures {
  readonly rewardTotalKobo: Kobo;
  readonly rewardPoint: number;
  readonly rewardValueKobo: Kobo;
  readonly tradeVolumeKobo: Kobo;
  readonly tradeCounts: number;
  readonly referralBonusKobo: Kobo;
}

/** Contributed by billing. */
export abstract class UserFiguresSource {
  abstract of(userId: string): Promise<Figures>;
}

@Injectable()
export class UserFigures extends Registry<UserFiguresSource> {
  constructor(contributions: Contributions) {
    super(contributions, UserFiguresSource, 'one');
  }

  of(userId: string): Promise<Figures> {
    return this.entry.of(userId);
  }
}

const NUMBER_KINDS = ['meter', 'account'] as const;

/** meter: a customer number that was bought for. account: a bank account to pay deposits into. */
export type NumberKind = (typeof NUMBER_KINDS)[number];

/** Contributed by billing and deposits. */
export abstract class UserNumbersSource {
  abstract readonly kind: NumberKind;
  /** The users of this number, at most `limit`. */
  abstract usersOf(value: string, limit: number): Promise<string[]>;
}

@Injectable()
export class UserNumbers extends Registry<UserNumbersSource> {
  constructor(contributions: Contributions) {
    super(contributions, UserNumbersSource, { namesOf: ({ kind }) => [kind], names: NUMBER_KINDS });
  }

  usersOf(wanted: NumberKind, value: string, limit: number): Promise<string[]> {
    return this.entries.find(({ kind }) => kind === wanted)!.usersOf(value, limit);
  }
}

/** Contributed by the context that knows who users are. */
export abstract class NameReview {
  /** Takes a new name to staff if the identity is verified. @returns the changes that may be made at once */
  abstract take(userId: string, changes: AccountChanges): Promise<AccountChanges>;
}

@Injectable()
export class NameReviews extends Registry<NameReview> {
  constructor(contributions: Contributions) {
    super(contributions, NameReview, 'one');
  }

  take(userId: string, changes: AccountChanges): Promise<AccountChanges> {
    return this.entry.take(userId, changes);
  }
}

/** Changes of a user's own profile. */
@Injectable()
export class UpdateProfile {
  constructor(
    private readonly accounts: Accounts,
    private readonly nameReviews: NameReviews,
  ) {}

  /** @returns whether a new name waits for staff. @throws Failure `sign_in.nothing_to_update` */
  async execute(userId: string, changes: AccountChanges): Promise<boolean> {
    const given = Object.values(changes).filter((change) => change !== undefined);
    if (given.length === 0) throw new Failure(signInFailures.nothing_to_update);
    const atOnce = await this.nameReviews.take(userId, changes);
    if (Object.values(atOnce).some((change) => change !== undefined)) await this.accounts.modify(userId, atOnce);
    return atOnce !== changes;
  }
}

export interface Profile {
  readonly account: Account;
  readonly balanceKobo: Kobo;
  readonly figures: Figures;
  readonly referralCount: number;
  readonly hasPin: boolean;
  /** 0 where payments are possible. */
  readonly coolingOffUntil: number;
  readonly standing: Standing;
}

@Injectable()
export class ShowProfile {
  constructor(
    private readonly accounts: Accounts,
    private readonly wallets: Wallets,
    private readonly figures: UserFigures,
    private readonly pins: TransactionPins,
    private readonly limits: PaymentLimits,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure `sign_in.user_not_found` */
  async execute(userId: string): Promise<Profile> {
    const [account, balanceKobo, figures, referralCount, pin, standing] = await Promise.all([
      this.accounts.find(userId),
      this.wallets.balanceOf(userId),
      this.figures.of(userId),
      this.accounts.countReferred(userId),
      this.pins.find(userId),
      this.limits.standing(userId),
    ]);
    if (!account) throw new Failure(signInFailures.user_not_found);
    return {
      account,
      balanceKobo: balanceKobo ?? ZERO_KOBO,
      figures,
      referralCount,
      hasPin: pin !== undefined && !pin.isEnded,
      standing,
      coolingOffUntil: isCoolingOff(account, this.clock.now()) ? account.coolingOffUntil : 0,
    };
  }
}

@Injectable()
@Contributes(PersonalDataSource)
export class ExportedAccount extends PersonalDataSource {
  constructor(
    private readonly showProfile: ShowProfile,
    private readonly sessions: Sessions,
    private readonly loginRecords: LoginRecords,
  ) {
    super();
  }

  readonly parts: readonly DataPart[] = [
    { name: 'profile', rows: (userId) => this.profile(userId) },
    { name: 'referral', rows: (userId) => this.referral(userId) },
    { name: 'sessions', rows: (userId) => this.sessionsOf(userId) },
    { name: 'logins', rows: (userId) => this.logins(userId) },
  ];

  private async *profile(userId: string) {
    const { account, balanceKobo, figures, hasPin } = await this.showProfile.execute(userId);
    const { username, firstName, lastName, email, emailVerified, phoneNumber, phoneVerified, status } = account;
    yield {
      username,
      firstName,
      lastName,
      email,
      emailVerified,
      phoneNumber,
      phoneVerified,
      status,
      balance: toNaira(balanceKobo),
      purchases: figures.tradeCounts,
      purchaseVolume: toNaira(figures.tradeVolumeKobo),
      rewardPoints: figures.rewardPoint,
      rewardLevel: rewardLevel(figures.rewardPoint),
      hasTransactionPin: hasPin,
      registeredAt: isoTime(account.createdAt),
      lastActiveAt: isoTime(account.activeAt),
    };
  }

  private async *referral(userId: string) {
    const { account, referralCount, figures } = await this.showProfile.execute(userId);
    const bonus = toNaira(figures.referralBonusKobo);
    yield { code: account.referenceId, usersReferred: referralCount, bonus, wasReferred: account.referrerId !== undefined };
  }

  private async *sessionsOf(userId: string) {
    for (const { device, ip, city, country, createdAt, activeAt } of await this.sessions.list(userId))
      yield { device: shown(device), ip, city, country, startedAt: isoTime(createdAt), lastActiveAt: isoTime(activeAt) };
  }

  private async *logins(userId: string) {
    for await (const { createdAt, outcome, device, ip, city, country } of readAll((page) => this.loginRecords.list(userId, page)))
      yield { at: isoTime(createdAt), outcome, device: shown(device), ip, city, country };
  }
}

/** The whole serial lets somebody sign in as this device, which pays without the limit of new ones. */
function shown(device: Device): Device {
  return { ...device, serial: maskSerial(device.serial) };
}
