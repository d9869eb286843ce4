import { generateSync } from 'otplib';
import { CreateAdministrator } from '../../../src/contexts/staff/members/create-administrator.js';
import { PERMISSIONS } from '../../../src/contexts/staff/members/grants.js';
import { HOUR_MS } from '../../../src/kernel/clock.js';
import { lagosDay } from '../../../src/kernel/lagos-time.js';
import type { ColumnValue } from '../../../src/kernel/row-changes.js';
import { Database } from '../../../src/platform/database/database.js';
import { startApp, type TestApp } from '../../support/app.js';
import type { Backend } from '../../support/backend.js';
import type { Answer, CallOptions, Credentials } from '../../support/client.js';
import { mailsTo } from '../../support/mailbox.js';
import { until } from '../../support/until.js';
import { changeRow } from '../../support/change-row.js';
import { ManualClock } from '../../support/clocks.js';

const STEP_MS = 30_000;
const GROUPS = {
  staffcx: 'staffControl',
  statscx: 'StatsControl',
  offercx: 'offerControl',
  helpscx: 'helpControl',
  userscx: 'userControl',
  othercx: 'otherControl',
} as const;

export interface Staff extends Credentials {
  readonly email: string;
  readonly password: string;
  readonly userid: string;
  readonly trackingId: string;
  readonly totpSecret: string;
}

/** The ID of an invitation mail, and the key that it shows. */
export interface Invitation {
  readonly registrationId: string;
  readonly totpSecret: string;
}

let numbers = 0;
export const newAddress = (): string => `staff${process.pid}x${++numbers}@example.com`;

/** The permission objects of a request, with YES for these grants. */
export function permissions(...grants: string[]): Record<string, Record<string, string>> {
  const groups = Object.entries(GROUPS).map(([parameter, group]) => {
    const names = PERMISSIONS[group].map((name) => [name, grants.includes(`${group}.${name}`) ? 'YES' : 'NO']);
    return [parameter, Object.fromEntries(names) as Record<string, string>];
  });
  return Object.fromEntries(groups) as Record<string, Record<string, string>>;
}

/** The whole service with a super administrator and a manual clock. */
export class StaffFixture {
  admin: Staff;
  /** Approves what the administrator proposes; made when there is something. */
  private deputy: Staff | undefined;
  /** Source of requests, behind a proxy; undefined: this machine. */
  address: string | undefined;

  private constructor(
    readonly service: TestApp,
    readonly clock: ManualClock,
  ) {}

  static async open(backend: Backend, overrides: Readonly<Record<string, string>> = {}): Promise<StaffFixture> {
    const clock = new ManualClock(withDayAhead(Date.now()));
    const staffApp = new StaffFixture(await startApp(backend, overrides, clock), clock);
    staffApp.admin = await staffApp.administrator('Sola', 'Ade');
    return staffApp;
  }

  /** One that the operator makes. */
  async administrator(firstName: string, lastName: string): Promise<Staff> {
    const create = this.service.app.get(CreateAdministrator, { strict: false });
    const { profile, invitation, totpSecret } = await create.execute({ email: newAddress(), firstName, lastName });
    return this.register(profile.email, { registrationId: invitation.registrationId, totpSecret });
  }

  close(): Promise<void> {
    return this.service.close();
  }

  async call(action: string, options: CallOptions = {}): Promise<Answer> {
    const headers = { ...(this.address === undefined ? {} : { 'x-forwarded-for': this.address }), ...options.headers };
    return this.service.client.call(action, { timestamp: Math.floor(this.clock.now() / 1000), ...options, headers });
  }

  get(action: string, as: Credentials, query: Readonly<Record<string, string | number>> = {}): Promise<Answer> {
    return this.call(action, { method: 'GET', as, query });
  }

  post(action: string, as: Credentials | undefined, body: object): Promise<Answer> {
    return this.call(action, { method: 'POST', body, ...(as ? { as } : {}) });
  }

  /** An unused code: advances the clock to the next time step. */
  code(totpSecret: string): string {
    this.clock.time += STEP_MS;
    return this.codeNow(totpSecret);
  }

  codeNow(totpSecret: string, steps = 0): string {
    return generateSync({ secret: totpSecret, epoch: Math.floor((this.clock.now() + steps * STEP_MS) / 1000) });
  }

  create(as: Credentials, stemail: string, groups: object): Promise<Answer> {
    const details = { stemail, stphone: '+2348031234567', stxrole: 'Clerk', stxdept: 'Care', stafbio: 'Helps.' };
    return this.post('control_staff_profile_create', as, { ...details, ...groups });
  }

  async invite(email: string, ...grants: string[]): Promise<Invitation> {
    const answer = await this.create(this.admin, email, permissions(...grants));
    if (answer.body.REQUEST.STATUS !== 'OK') throw new Error(JSON.stringify(answer.body));
    await this.approveGrants(answer.body.DATA.MKID as string);
    return this.invitationTo(email);
  }

  /** Approves the permissions for money that wait, where any do, and waits until they are given. */
  async approveGrants(reqv: string): Promise<void> {
    if (reqv === '') return;
    await this.decideAsDeputy(reqv);
    await this.untilGiven(reqv);
  }

  /** Approves what waits of a change of a user, where anything does, and waits until it is made, or refused by the account. */
  async approveUserChange(reqv: string, userId: string): Promise<void> {
    if (reqv === '') return;
    await this.decideAsDeputy(reqv);
    await this.until(async () =>
      (await this.trail(`user:${userId}`)).some(
        ({ action, after }) => action === 'control_user_modify' && (after as { proposal?: string }).proposal === reqv,
      ),
    );
  }

  /** Another super administrator approves the proposal. */
  async decideAsDeputy(reqv: string): Promise<void> {
    this.deputy ??= await this.administrator('Dele', 'Ojo');
    const session = await this.login(this.deputy, this.code(this.deputy.totpSecret));
    this.deputy = { ...this.deputy, ...(session.body.DATA as Credentials) };
    const body = { reqv, decision: 'approve', pinc: this.code(this.deputy.totpSecret) };
    const { body: answer } = await this.post('control_proposal_decide', this.deputy, body);
    if (answer.REQUEST.STATUS !== 'OK' || answer.DATA.status !== 'executed') throw new Error(JSON.stringify(answer));
  }

  async untilGiven(proposalId: string): Promise<void> {
    const [row] = await this.rows<{ subject: string; details: string }>(
      'SELECT subject, details FROM proposal WHERE id = ?',
      proposalId,
    );
    const { given } = JSON.parse(row!.details) as { given: string[] };
    const grants = 'SELECT grants FROM staff_profile WHERE tracking_id = ?';
    await this.until(async () => {
      const [profile] = await this.rows<{ grants: string }>(grants, row!.subject.slice('staff:'.length));
      return given.every((grant) => (JSON.parse(profile!.grants) as string[]).includes(grant));
    });
  }

  /** Time passes meanwhile: what failed at first, as by a deadlock, is tried again a while later. */
  private async until(condition: () => Promise<boolean>): Promise<void> {
    let askedAt = performance.now();
    await until(() => {
      const now = performance.now();
      this.clock.time += Math.round(now - askedAt);
      askedAt = now;
      return condition();
    });
  }

  /** The latest invitation mailed to this address; waits for this many. */
  async invitationTo(email: string, count = 1): Promise<Invitation> {
    const texts = async () =>
      (await mailsTo(this.service.config.dataDir, email)).map(({ text }) => text ?? '').filter((text) => text.includes('join'));
    await this.until(async () => (await texts()).length >= count);
    const registrationId = /^[\w-]{43}$/m.exec((await texts()).at(-1)!)![0];
    const { DATA } = (await this.registration(registrationId)).body;
    return { registrationId, totpSecret: DATA.twofaSecret as string };
  }

  registration(rqvl: string): Promise<Answer> {
    return this.call('control_staff_register_info', { method: 'POST', query: { rqvl } });
  }

  async register(email: string, { registrationId, totpSecret }: Invitation, password = 'Correct-horse-7'): Promise<Staff> {
    const body = { rgid: registrationId, emal: email, pswd: password, pinc: this.code(totpSecret), dvty: 'Web', dsnm: email };
    const { body: answer } = await this.post('control_staff_profile_register', undefined, body);
    if (answer.REQUEST.STATUS !== 'OK') throw new Error(JSON.stringify(answer));
    const session = answer.DATA as Credentials & { userid: string };
    return { ...session, email, password, trackingId: await this.trackingIdOf(email), totpSecret };
  }

  async trackingIdOf(email: string): Promise<string> {
    const [row] = await this.rows<{ tracking_id: string }>('SELECT tracking_id FROM staff_profile WHERE email = ?', email);
    return row!.tracking_id;
  }

  /** A new staff member with these grants, invited and registered. */
  async hire(...grants: string[]): Promise<Staff> {
    const email = newAddress();
    return this.register(email, await this.invite(email, ...grants));
  }

  login({ email, password }: Staff, pinc: string, over: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const body = { emal: email, pswd: password, pinc, dvty: 'Web', dsnm: `desk-${email}`, ...over };
    return this.post('control_staff_profile_login', undefined, body);
  }

  /** Changes the profile with this address, and its seal. */
  async changeProfile(email: string, change: Readonly<Record<string, ColumnValue>>): Promise<void> {
    const [row] = await this.rows<{ id: string }>('SELECT id FROM staff_profile WHERE email = ?', email);
    await changeRow(this.service.app, 'staff_profile', row!.id, change);
  }

  rows<Row>(sql: string, ...values: ColumnValue[]): Promise<Row[]> {
    return this.service.app.get(Database, { strict: false }).rows(sql, values);
  }

  /** The audit records of this subject, oldest first. */
  async trail(subject: string): Promise<{ action: string; staffId: string; before: unknown; after: unknown }[]> {
    const rows = await this.rows<{ action: string; staff_id: string; before_change: string | null; after_change: string | null }>(
      'SELECT action, staff_id, before_change, after_change FROM staff_audit WHERE subject = ? ORDER BY id',
      subject,
    );
    return rows.map(({ action, staff_id, before_change, after_change }) => ({
      action,
      staffId: staff_id,
      before: before_change === null ? undefined : JSON.parse(before_change),
      after: after_change === null ? undefined : JSON.parse(after_change),
    }));
  }
}

/** DETAILS without the reference, CODE and ID of a FAILED answer. */
export function failed({ status, body }: Answer): { status: number; code?: number; id?: string; details: string } {
  if (body.REQUEST.STATUS !== 'FAILED') throw new Error(`answered ${JSON.stringify(body)}`);
  const { CODE, ID, DETAILS } = body.ERRORS;
  return {
    status,
    ...(CODE === undefined ? {} : { code: CODE }),
    ...(ID === undefined ? {} : { id: ID }),
    details: DETAILS.replace(/ \([^()]*\)$/, ''),
  };
}

/** Unix ms, two hours earlier in the last two of a day in Lagos: a suite moves the clock for each code, and counts by days. */
function withDayAhead(now: number): number {
  return lagosDay(now) === lagosDay(now + 2 * HOUR_MS) ? now : now - 2 * HOUR_MS;
}
