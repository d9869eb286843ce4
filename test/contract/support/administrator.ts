import { generateSync } from 'otplib';
import { CreateAdministrator } from '../../../src/contexts/staff/members/create-administrator.js';
import { Invitations } from '../../../src/contexts/staff/members/invitations.js';
import type { Grant } from '../../../src/contexts/staff/members/grants.js';
import type { Credentials } from '../../support/client.js';
import { mailsTo } from '../../support/mailbox.js';
import { until } from '../../support/until.js';
import { GRANTS } from './documents.js';
import { newAddress, type ContractFixture } from './contract-fixture.js';

export const PASSWORD = 'Correct-horse-7';

/** A super administrator with a profile and a second factor, unlike `fixture.staff`. */
export interface Administrator extends Credentials {
  readonly userid: string;
  readonly email: string;
  readonly trackingId: string;
  readonly totpSecret: string;
}

/** An invited staff member who has not registered. */
export interface Invited {
  readonly email: string;
  readonly trackingId: string;
  readonly registrationId: string;
  readonly totpSecret: string;
}

const administrators = new WeakMap<ContractFixture, Promise<Administrator>>();

export function administratorOf(fixture: ContractFixture): Promise<Administrator> {
  let administrator = administrators.get(fixture);
  if (!administrator) administrators.set(fixture, (administrator = makeAdministrator(fixture)));
  return administrator;
}

async function makeAdministrator(fixture: ContractFixture): Promise<Administrator> {
  const email = newAddress();
  const { profile, invitation, totpSecret } = await fixture.get(CreateAdministrator).execute({ email });
  const body = { rgid: invitation.registrationId, emal: email, pswd: PASSWORD, pinc: presentCode(totpSecret) };
  const session = (await fixture.must('control_staff_profile_register', { body })).body.DATA as Credentials & { userid: string };
  return { ...session, email, trackingId: profile.trackingId, totpSecret };
}

export function presentCode(totpSecret: string): string {
  return generateSync({ secret: totpSecret });
}

/** An unused code, although another one of this time step was used. */
export async function freshCode(fixture: ContractFixture): Promise<string> {
  const { totpSecret, trackingId } = await administratorOf(fixture);
  await fixture.sql('UPDATE staff_profile SET totp_step = 1 WHERE tracking_id = ?', trackingId);
  return presentCode(totpSecret);
}

/** A new invited staff member with these grants. */
export async function invite(fixture: ContractFixture, ...grants: Grant[]): Promise<Invited> {
  const email = newAddress();
  const { userid } = await administratorOf(fixture);
  const caller = { userId: userid, sessionId: '', isTest: false, ip: '127.0.0.1', reference: '', grants: new Set(GRANTS) };
  await fixture.get(Invitations).invite({ email, phone: '', role: 'Clerk', department: 'Care', bio: '-', grants }, caller);
  const { dataDir } = fixture.service.config;
  await until(async () => (await mailsTo(dataDir, email)).length > 0);
  const text = (await mailsTo(dataDir, email))[0]!.text!;
  const registrationId = /^[\w-]{43}$/m.exec(text)![0];
  const { rquxid, twofaSecret } = (await fixture.must('control_staff_register_info', { query: { rqvl: registrationId } })).body
    .DATA;
  return { email, trackingId: rquxid as string, registrationId, totpSecret: twofaSecret as string };
}
