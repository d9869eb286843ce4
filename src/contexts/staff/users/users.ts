import { failures, Failure } from '../../../kernel/failure.js';
import { type MailTemplate, Mailer } from '../../../kernel/mail.js';
import { Injectable } from '@nestjs/common';
import { newId } from '../../../kernel/ids.js';
import { type AccountDetails, AccountDirectory, signInFailures, Sessions } from '../../sign-in/index.js';
import { Notices } from '../../notifications/index.js';
import { AuditTrail, AuditedUnitOfWork } from '../../audit/index.js';
import type { Caller } from '../../../kernel/caller.js';
import { refuseUnlessSuperAdministrator, StaffProfiles } from '../members/index.js';

export const userFailures = failures('users', {
  nothing_to_update: ['invalid', 'No data to update'],
  own_user_account: ['forbidden', 'You cannot change your own account here: use your profile, or ask a colleague'],
  user_is_staff: ['forbidden', "Oops, you don't have the necessary permission for this request"],
  suspended_stays: ['refused', 'A suspended account is not closed, because a sign-in would open it again: reactivate it first'],
  test_user_stays: ['refused', 'A test user is not closed: suspend it, which archives it'],
  not_closing: ['conflict', 'This account is not closing'],
  reason_required: ['invalid', 'The parameter reason is required'],
  hold_amount: ['invalid', 'Give an amount in Naira, or all'],
  hold_until: ['invalid', 'The time until which money is held has to be a day in Lagos or a time in ISO 8601, and in the future'],
  no_hold: ['not_found', 'This user has no such hold'],
  own_hold: ['forbidden', 'A hold is lifted by another member of staff than who set it'],
  no_test_users: ['not_found', 'No data matching your query was found'],
  test_password_taken: ['conflict', 'This password is already another test user’s'],
});

export const SUSPENSION: MailTemplate = {
  name: 'account-suspended',
  class: 'other',
  subject: 'Your account is suspended',
  greeting: 'Hello {{name}},',
  lead: 'Your account was suspended. {{facts}}',
  facts: [
    ['Reason', '{{reason}}'],
    ['Time', '{{time}}'],
  ],
  paragraphs: ['If you think that this is wrong, please tell our support.'],
};

export const SESSION_ENDED: MailTemplate = {
  name: 'session-ended',
  class: 'security',
  subject: 'You were signed out of your account',
  greeting: 'Hello {{name}},',
  lead: 'Our support signed you out of your account.',
  facts: [
    ['Devices', '{{device}}'],
    ['Time', '{{time}}'],
  ],
  paragraphs: ['You can sign in again with your password.'],
  warning: 'If you did not ask for it, change your password in the app now, and tell our support if anything looks wrong.',
};

const FACTS = 'You are signed out and cannot sign in. Your money stays in your wallet.';

export interface Suspension {
  /** Empty where none was given. */
  readonly reason: string;
  /** User id of the member of staff. */
  readonly by: string;
  readonly at: number;
}

/** Changes of one user are few. */
const MOST = 50;

/** Suspensions: the message to the user, and the view of staff. */
@Injectable()
export class Suspensions {
  constructor(
    private readonly notices: Notices,
    private readonly mailer: Mailer,
    private readonly trail: AuditTrail,
  ) {}

  /** Writes notice and mail in the caller's unit of work. No push message: its registrations ended with the sessions. */
  async tell({ id: userId, email, firstName }: AccountDetails, reason: string | undefined): Promise<void> {
    const message = reason === undefined ? FACTS : `${FACTS}\n\nThe reason: ${reason}`;
    await this.notices.add({ userId, subject: 'Your account is suspended', message });
    const data = { name: firstName, facts: FACTS, reason: reason ?? '' };
    await this.mailer.send({ to: email, template: SUSPENSION, data, key: `suspension:${newId()}` });
  }

  /** The suspension of a user from the audit trail: who, when and why. Undefined if the user is not suspended. */
  async of({ id, status }: Pick<AccountDetails, 'id' | 'status'>): Promise<Suspension | undefined> {
    if (status !== 'suspended') return undefined;
    const changes = await this.trail.list({ subject: `user:${id}`, action: 'control_user_modify' }, MOST);
    for (const { after, staffId, createdAt } of changes) {
      const change = after as { readonly status?: string; readonly reason?: string } | undefined;
      if (change?.status === 'suspended') return { reason: change.reason ?? '', by: staffId, at: createdAt };
    }
    return undefined;
  }
}

const ALL = 'all';

/** Signs a user out, of one device or of all, and tells them. */
@Injectable()
export class EndUserSession {
  constructor(
    private readonly accounts: AccountDirectory,
    private readonly profiles: StaffProfiles,
    private readonly sessions: Sessions,
    private readonly notices: Notices,
    private readonly mailer: Mailer,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
  ) {}

  /**
   * @param sessionId `all` for all of the user's
   * @throws Failure `sign_in.user_not_found`, `sign_in.session_not_found` where there is nothing to end,
   * `staff.super_administrator_only`
   */
  async execute(userId: string, sessionId: string, reason: string, caller: Caller): Promise<void> {
    await this.auditedUnitOfWork.execute(caller, 'control_user_session_end', async () => {
      const account = (await this.accounts.findMany([userId])).get(userId);
      if (!account) throw new Failure(signInFailures.user_not_found);
      const profile = await this.profiles.find(userId);
      if (profile?.status === 'active') refuseUnlessSuperAdministrator(profile.grants, caller.grants);
      const ended = (await this.sessions.list(userId)).filter(({ id }) => sessionId === ALL || id === sessionId);
      if (ended.length === 0) throw new Failure(signInFailures.session_not_found);
      if (sessionId === ALL) await this.sessions.endAll(userId);
      else await this.sessions.end(sessionId, userId);
      await this.tell(
        account,
        ended.map(({ device }) => device.name),
      );
      return {
        subject: `user:${userId}`,
        before: { sessions: ended.map(({ id, device, ip }) => ({ id, device: device.name, ip })) },
        after: { sessions: [], reason },
        result: undefined,
      };
    });
  }

  private async tell({ id: userId, email, firstName }: AccountDetails, devices: readonly string[]): Promise<void> {
    const device = devices.join(', ');
    const message = `Our support signed these devices out of your account: ${device}. You can sign in again.`;
    await this.notices.add({ userId, subject: 'You were signed out', message });
    await this.mailer.send({
      to: email,
      template: SESSION_ENDED,
      data: { name: firstName, device },
      key: `session-ended:${newId()}`,
    });
  }
}
