import { Injectable } from '@nestjs/common';
import { systemRequest } from '../../kernel/caller.js';
import { Clock, DAY_MS } from '../../kernel/clock.js';
import { Failure } from '../../kernel/failure.js';
import { newId } from '../../kernel/ids.js';
import { formatLagosTime } from '../../kernel/lagos-time.js';
import { formatNaira, type Kobo } from '../../kernel/money.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { Ledger, PAYMENTS_OFF } from '../../ledger/index.js';
import { type Lines, PaymentConfirmations } from '../devices/index.js';
import { Notices } from '../notifications/index.js';
import { Accounts } from '../sign-in/index.js';
import { type Limits, tariffFailures } from './tariffs.js';

/** A higher limit counts a day after it was asked for, so that whoever takes over an account cannot pay by it at once. */
export const RAISED_AFTER_MS = DAY_MS;

/** A limit that a user set. */
export interface OwnLimit {
  /** Undefined: none. */
  readonly amountKobo: Kobo | undefined;
  /** The higher limit that counts from `raisedAt` on; undefined if none was asked for. */
  readonly raisedKobo: Kobo | undefined;
  readonly raisedAt: number;
}

export interface OwnLimits {
  readonly single: OwnLimit;
  readonly daily: OwnLimit;
}

export type OwnLimitName = keyof OwnLimits;

const NONE: OwnLimit = { amountKobo: undefined, raisedKobo: undefined, raisedAt: 0 };
export const NO_OWN_LIMITS: OwnLimits = { single: NONE, daily: NONE };

export abstract class OwnLimitStore {
  abstract find(userId: string): Promise<OwnLimits>;
  /** In the caller's unit of work, which has locked the account. */
  abstract save(userId: string, limits: OwnLimits): Promise<void>;
}

/** In force at a time. */
export function ownKobo({ amountKobo, raisedKobo, raisedAt }: OwnLimit, now: number): Kobo | undefined {
  return raisedKobo !== undefined && raisedAt <= now ? raisedKobo : amountKobo;
}

/** Lower at once, also in place of a higher one that is asked for; higher after a day. */
export function changedLimit(limit: OwnLimit, toKobo: Kobo, now: number): OwnLimit {
  const amountKobo = ownKobo(limit, now);
  if (amountKobo === undefined || toKobo <= amountKobo) return { ...NONE, amountKobo: toKobo };
  return { amountKobo, raisedKobo: toKobo, raisedAt: now + RAISED_AFTER_MS };
}

/** The lower of both, in each. */
export function withOwn(limits: Limits, { single, daily }: OwnLimits, now: number): Limits {
  const lower = (one: Kobo | undefined, other: Kobo | undefined) =>
    one === undefined || (other !== undefined && other < one) ? other : one;
  return {
    ...limits,
    singleKobo: lower(limits.singleKobo, ownKobo(single, now)),
    dailyKobo: lower(limits.dailyKobo, ownKobo(daily, now)),
  };
}

/** The lines that a device shows before a limit changes. */
export function limitLines({ single, daily }: Pick<LimitUpdate, 'single' | 'daily'>): Lines {
  return [
    'Own limits',
    ...(single === undefined ? [] : [`A payment ${formatNaira(single)}`]),
    ...(daily === undefined ? [] : [`A day ${formatNaira(daily)}`]),
  ];
}

export const SWITCH_LINES: Lines = ['Payments out of the account', 'Switch on'];

export interface LimitUpdate {
  readonly single: Kobo | undefined;
  readonly daily: Kobo | undefined;
  readonly confirmation: string | undefined;
}

/** Users set their own limits, and switch payments out of their account off and on. */
@Injectable()
export class UpdateOwnLimits {
  constructor(
    private readonly store: OwnLimitStore,
    private readonly accounts: Accounts,
    private readonly confirmations: PaymentConfirmations,
    private readonly ledger: Ledger,
    private readonly notices: Notices,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure `tariffs.nothing_to_limit`, and of PaymentConfirmations where a limit becomes higher */
  async limit(userId: string, { confirmation, ...asked }: LimitUpdate): Promise<OwnLimits> {
    const wanted = Object.entries(asked).filter((each): each is [OwnLimitName, Kobo] => each[1] !== undefined);
    if (wanted.length === 0) throw new Failure(tariffFailures.nothing_to_limit);
    const before = await this.store.find(userId);
    const isHigher = wanted.some(([name, kobo]) => kobo > (ownKobo(before[name], this.clock.now()) ?? Infinity));
    if (isHigher) await this.confirmations.require(userId, limitLines(asked), confirmation);
    return this.unitOfWork.run(async () => {
      await this.accounts.lock(userId);
      const now = this.clock.now();
      let limits = await this.store.find(userId);
      for (const [name, kobo] of wanted) limits = { ...limits, [name]: changedLimit(limits[name], kobo, now) };
      await this.store.save(userId, limits);
      const message = `${wanted.map(([name]) => textOf(name, limits[name])).join(' ')} If you did not ask for it, change your password and tell our support.`;
      await this.notices.add({ userId, subject: 'Your own limits are changed', message });
      return limits;
    });
  }

  /** The ledger refuses what would leave the account, from its next batch on. @throws Failure of PaymentConfirmations, of on */
  async switchPayments(userId: string, status: 'on' | 'off', confirmation: string | undefined): Promise<void> {
    if (status === 'on') await this.confirmations.require(userId, SWITCH_LINES, confirmation);
    const block = { id: PAYMENTS_OFF, amountKobo: undefined, untilMs: undefined };
    await this.ledger.commit({
      idempotencyKey: systemRequest('user_instant_update', newId()),
      blocks: { account: userId, ...(status === 'off' ? { block } : { lift: PAYMENTS_OFF }) },
      inserts: [
        this.notices.toRow({
          userId,
          subject: `Payments are switched ${status}`,
          message: `Payments out of your account are switched ${status}. If you did not ask for it, change your password and tell our support.`,
        }),
      ],
      response: status,
    });
  }
}

function textOf(name: OwnLimitName, { amountKobo, raisedKobo, raisedAt }: OwnLimit): string {
  const what = name === 'single' ? 'Your limit of a single payment' : 'Your daily limit';
  return raisedKobo === undefined
    ? `${what} is ${formatNaira(amountKobo!)} now.`
    : `${what} becomes ${formatNaira(raisedKobo)} on ${formatLagosTime(raisedAt)}.`;
}
