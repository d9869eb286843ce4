import { relyingPartyOf } from '../../../src/kernel/passkeys.js';
import { HttpEnvironment } from '../../../src/platform/http/http.settings.js';
import type { Backend } from '../../support/backend.js';
import type { Answer } from '../../support/client.js';
import { mailsTo } from '../../support/mailbox.js';
import { SoftwareAuthenticator } from '../../../packages/harness/software-authenticator.js';
import { until } from '../../support/until.js';
import { type Staff, StaffFixture } from './staff-fixture.js';

type Over = Partial<Parameters<SoftwareAuthenticator['answer']>[0]>;

/** Staff with authenticators in software. */
export class PasskeyFixture {
  readonly rpId: string;
  readonly origin: string;

  constructor(readonly staff: StaffFixture) {
    const { id, origins } = relyingPartyOf(staff.service.config.of(HttpEnvironment).publicUrl);
    this.rpId = id;
    this.origin = origins[0]!;
  }

  static async open(backend: Backend): Promise<PasskeyFixture> {
    return new PasskeyFixture(await StaffFixture.open(backend));
  }

  close(): Promise<void> {
    return this.staff.close();
  }

  offer(member: Staff, pinc = this.staff.code(member.totpSecret)): Promise<Answer> {
    return this.staff.post('control_passkey_options', member, { pinc });
  }

  async offered(member: Staff): Promise<string> {
    return challengeOf(await this.offer(member));
  }

  create(member: Staff, made: object, name = 'Laptop'): Promise<Answer> {
    return this.staff.post('control_passkey_create', member, { name, ...made });
  }

  /** A passkey of the member. */
  async add(member: Staff, name = 'Laptop', authenticator = new SoftwareAuthenticator()): Promise<SoftwareAuthenticator> {
    const made = authenticator.create({ ...this.ceremony(await this.offered(member)) });
    const { body } = await this.create(member, { ...made, transports: ['internal', 'hybrid'] }, name);
    if (body.REQUEST.STATUS !== 'OK') throw new Error(JSON.stringify(body));
    return authenticator;
  }

  async passkeysOf(member: Staff): Promise<Readonly<Record<'marker' | 'name' | 'recorded' | 'used', string>>[]> {
    const { body } = await this.staff.get('control_passkey_fetch', member);
    return (body.DATA as unknown as { result: Record<'marker' | 'name' | 'recorded' | 'used', string>[] }).result;
  }

  askToSignIn(member: Staff, over: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.staff.post('control_passkey_login_options', undefined, { ...this.identity(member), ...over });
  }

  async asked(member: Staff): Promise<string> {
    return challengeOf(await this.askToSignIn(member));
  }

  signIn(member: Staff, answer: object, over: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.staff.post('control_passkey_login', undefined, { ...this.identity(member), ...answer, ...over });
  }

  /** With a challenge of its own. */
  async signInBy(member: Staff, authenticator: SoftwareAuthenticator, over: Over = {}): Promise<Answer> {
    return this.signIn(member, authenticator.answer({ ...this.ceremony(await this.asked(member)), ...over }));
  }

  /** Written in the background. */
  async untilFailed({ userid }: Staff, count: number): Promise<void> {
    const sql = "SELECT id FROM login_record WHERE user_id = ? AND outcome = 'failed'";
    await until(async () => (await this.staff.rows(sql, userid)).length >= count);
    if ((await this.staff.rows(sql, userid)).length > count) throw new Error('more sign-ins failed');
  }

  async noticesTo({ userid }: Staff, subject: string): Promise<string[]> {
    const sql = 'SELECT message FROM notice WHERE user_id = ? AND subject = ?';
    return (await this.staff.rows<{ message: string }>(sql, userid, subject)).map(({ message }) => message);
  }

  async mailsTo({ email }: Staff, subject: string): Promise<string[]> {
    const mails = await mailsTo(this.staff.service.config.dataDir, email);
    return mails.filter((mail) => mail.subject === subject).map(({ text }) => text ?? '');
  }

  ceremony(challenge: string) {
    return { challenge, rpId: this.rpId, origin: this.origin };
  }

  identity({ email, password }: Staff) {
    return { emal: email, pswd: password, dvty: 'Web', dsnm: `desk-${email}`, dvnm: 'Firefox' };
  }
}

export function challengeOf({ body }: Answer): string {
  if (body.REQUEST.STATUS !== 'OK') throw new Error(JSON.stringify(body));
  return body.DATA.challenge as string;
}
