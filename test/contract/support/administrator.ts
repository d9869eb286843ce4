import { generateSync } from 'otplib';
import { CreateAdministrator } from '../../../src/contexts/staff/application/create-administrator.js';
import { InviteStaff } from '../../../src/contexts/staff/application/invite-staff.js';
import type { Grant } from '../../../src/contexts/staff/domain/grants.js';
import type { Credentials } from '../../support/client.js';
import { mailsTo } from '../../support/mailbox.js';
import { until } from '../../support/until.js';
import { GRANTS } from './documents.js';
import { newAddress, type ContractFixture } from './contract-fixture.js';

export const PASSWORD = 'Correct-horse-7';

/** A super administrator with a profile and a second factor, which `world.staff` has not. */
export interface Administrator extends Credentials {
  readonly userid: string;
  readonly email: string;
  readonly trackingId: string;
  readonly totpSecret: string;
}

/** Who was invited and did not register. */
export interface Invited {
  readonly email: string;
  readonly trackingId: string;
  readonly registrationId: string;
  readonly totpSecret: string;
}

const administrators = new WeakMap<ContractFixture, Promise<Administrator>>();

/** The one of this world. */
export function administratorOf(world: ContractFixture): Promise<Administrator> {
  let administrator = administrators.get(world);
  if (!administrator) administrators.set(world, (administrator = makeAdministrator(world)));
  return administrator;
}

async function makeAdministrator(world: ContractFixture): Promise<Administrator> {
  const email = newAddress();
  const { profile, invitation, totpSecret } = await world.get(CreateAdministrator).execute({ email });
  const body = { rgid: invitation.registrationId, emal: email, pswd: PASSWORD, pinc: presentCode(totpSecret) };
  const session = (await world.must('control_staff_profile_register', { body })).body.DATA as Credentials & { userid: string };
  return { ...session, email, trackingId: profile.trackingId, totpSecret };
}

export function presentCode(totpSecret: string): string {
  return generateSync({ secret: totpSecret });
}

/** A good code of the administrator's, although another one of this half minute was used. */
export async function freshCode(world: ContractFixture): Promise<string> {
  const { totpSecret, trackingId } = await administratorOf(world);
  await world.sql('UPDATE staff_profile SET totp_step = 1 WHERE tracking_id = ?', trackingId);
  return presentCode(totpSecret);
}

/** Somebody new with these grants who has not registered yet. */
export async function invite(world: ContractFixture, ...grants: Grant[]): Promise<Invited> {
  const email = newAddress();
  const { userid } = await administratorOf(world);
  const caller = { userId: userid, sessionId: '', isTest: false, ip: '127.0.0.1', reference: '', grants: new Set(GRANTS) };
  await world.get(InviteStaff).execute({ email, phone: '', role: 'Clerk', department: 'Care', bio: '-', grants }, caller);
  const { dataDir } = world.service.config;
  await until(async () => (await mailsTo(dataDir, email)).length > 0);
  const text = (await mailsTo(dataDir, email))[0]!.text!;
  const [registrationId, totpSecret] = [/^[\w-]{43}$/m.exec(text)![0], /^[A-Z2-7]{32}$/m.exec(text)![0]];
  const { rquxid } = (await world.must('control_staff_register_info', { query: { rqvl: registrationId } })).body.DATA;
  return { email, trackingId: rquxid as string, registrationId, totpSecret };
}
