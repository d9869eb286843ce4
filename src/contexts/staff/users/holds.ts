import { Injectable } from '@nestjs/common';
import { type MoneyCaller, Replayed } from '../../../kernel/caller.js';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { storedResult } from '../../../kernel/idempotency-records.js';
import { newId } from '../../../kernel/ids.js';
import { type Kobo, kobo, toDecimal } from '../../../kernel/money.js';
import { BEYOND_LIMIT, type Block, type BlockChange, Ledger, PAYMENTS_OFF, Wallets } from '../../../ledger/index.js';
import { Audit, AuditTrail } from '../../audit/index.js';
import { AccountDirectory, signInFailures } from '../../sign-in/index.js';
import { MemberCount, refuseUnlessSuperAdministrator, StaffProfiles } from '../members/index.js';
import { userFailures } from './users.js';

export interface Hold {
  readonly id: string;
  /** Undefined: all that is there, and all that comes. */
  readonly amountKobo: Kobo | undefined;
  /** Unix ms; undefined: until it is lifted. */
  readonly untilMs: number | undefined;
  readonly reason: string;
  /** User id of the member of staff. */
  readonly by: string;
  readonly at: number;
}

export type NewHold = Pick<Hold, 'amountKobo' | 'untilMs' | 'reason'>;

export interface HeldWallet {
  /** The money that the user may not pay out now. */
  readonly blockedKobo: Kobo;
  /** The newest first. */
  readonly holds: readonly Hold[];
}

const NOT_OF_STAFF: readonly string[] = [BEYOND_LIMIT, PAYMENTS_OFF];
const ACTION = 'control_user_hold';
/** Changes of one user are few. */
const MOST = 200;

interface Audited {
  readonly hold?: string;
  readonly reason?: string;
  readonly lifted?: true;
}

/** Liens and freezes: money that a user may not pay out, by the word of staff. The ledger has the amounts, the audit trail the reasons. */
@Injectable()
export class Holds {
  constructor(
    private readonly accounts: AccountDirectory,
    private readonly profiles: StaffProfiles,
    private readonly memberCount: MemberCount,
    private readonly wallets: Wallets,
    private readonly ledger: Ledger,
    private readonly audit: Audit,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async of(userId: string): Promise<HeldWallet> {
    const wallet = await this.wallets.find(userId);
    const now = this.clock.now();
    const blocks = (wallet?.blocks ?? []).filter(({ id, untilMs = Infinity }) => !NOT_OF_STAFF.includes(id) && untilMs > now);
    const blockedKobo = wallet?.blockedKobo ?? kobo(0);
    return { blockedKobo, holds: blocks.length === 0 ? [] : await this.withReasons(userId, blocks) };
  }

  /** In force when it returns. @returns its id @throws Failure of `check` */
  async set(userId: string, { amountKobo, untilMs, reason }: NewHold, caller: MoneyCaller): Promise<string | Replayed> {
    await this.check(userId, caller);
    const id = newId();
    const amount = amountKobo === undefined ? 'all' : toDecimal(amountKobo);
    const after = { hold: id, amount, ...(untilMs === undefined ? {} : { until: untilMs }), reason };
    return this.commit({ account: userId, block: { id, amountKobo, untilMs } }, id, after, caller);
  }

  /**
   * By another member than who set it; while there are fewer than three members, a super administrator alone may.
   * @throws Failure of `check`, `users.no_hold`, `users.own_hold`
   */
  async lift(userId: string, id: string, reason: string, caller: MoneyCaller): Promise<string | Replayed> {
    await this.check(userId, caller);
    const hold = (await this.of(userId)).holds.find((each) => each.id === id);
    if (!hold) throw new Failure(userFailures.no_hold);
    const isOwn = hold.by === caller.userId && !(await this.memberCount.decidesAlone(caller.userId));
    if (isOwn) throw new Failure(userFailures.own_hold);
    return this.commit({ account: userId, lift: id }, id, { hold: id, lifted: true, reason }, caller);
  }

  /** @throws Failure `users.own_user_account`, `sign_in.user_not_found`, `staff.super_administrator_only` */
  private async check(userId: string, { userId: staffId, grants }: MoneyCaller): Promise<void> {
    if (userId === staffId) throw new Failure(userFailures.own_user_account);
    if (!(await this.accounts.findMany([userId])).has(userId)) throw new Failure(signInFailures.user_not_found);
    const profile = await this.profiles.find(userId);
    if (profile?.status === 'active') refuseUnlessSuperAdministrator(profile.grants, grants);
  }

  private async commit(blocks: BlockChange, id: string, after: object, caller: MoneyCaller): Promise<string | Replayed> {
    const { userId: staffId, ip, idempotencyKey } = caller;
    const record = this.audit.toRow({ staffId, action: ACTION, subject: `user:${blocks.account}`, after, ip });
    const response = storedResult(id);
    const committed = await this.ledger.commit({ idempotencyKey, blocks, inserts: [record], subjectId: id, response });
    return committed instanceof Replayed ? committed : id;
  }

  private async withReasons(userId: string, blocks: readonly Block[]): Promise<Hold[]> {
    const changes = await this.trail.list({ subject: `user:${userId}`, action: ACTION }, MOST);
    return blocks.toReversed().map(({ id, amountKobo, untilMs }) => {
      const set = changes.find(({ after }) => (after as Audited).hold === id && !(after as Audited).lifted);
      const { reason = '' } = (set?.after ?? {}) as Audited;
      const amount = amountKobo === undefined ? undefined : kobo(amountKobo);
      return { id, amountKobo: amount, untilMs, reason, by: set?.staffId ?? '', at: set?.createdAt ?? 0 };
    });
  }
}
