import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ONE_BACKEND } from '../../support/backend.js';
import { SoftwareAuthenticator } from '../../../packages/harness/software-authenticator.js';
import { challengeOf, PasskeyFixture } from './passkey-fixture.js';
import { failed, newAddress, type Staff } from './staff-fixture.js';

const MINUTE_MS = 60_000;
const INVALID = { status: 400, code: 400, id: 'passkey_invalid' };

describe.each(ONE_BACKEND)('passkeys of staff on %s', (backend) => {
  let passkeys: PasskeyFixture;
  beforeAll(async () => {
    passkeys = await PasskeyFixture.open(backend);
  });
  afterAll(() => passkeys.close());

  const trail = async ({ trackingId }: Staff) =>
    (await passkeys.staff.trail(`staff:${trackingId}`)).filter(({ action }) => action.startsWith('control_passkey'));

  describe('being added', () => {
    it('are offered with what a browser needs, after a code', async () => {
      const clerk = await passkeys.staff.hire();
      expect(failed(await passkeys.offer(clerk, '000000'))).toMatchObject({ status: 400, id: 'pinc_invalid' });
      const { DATA } = (await passkeys.offer(clerk)).body;
      expect(DATA).toEqual({
        rp: { id: passkeys.rpId, name: 'Harmattan' },
        user: {
          id: Buffer.from(clerk.userid).toString('base64url'),
          name: clerk.email,
          displayName: expect.any(String) as string,
        },
        challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
        pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
        timeout: 5 * MINUTE_MS,
        excludeCredentials: [],
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        attestation: 'none',
      });
    });

    it('are listed and audited', async () => {
      const clerk = await passkeys.staff.hire();
      const authenticator = await passkeys.add(clerk, 'Work laptop');
      const [listed] = await passkeys.passkeysOf(clerk);
      expect(listed).toEqual({
        marker: expect.any(String) as string,
        name: 'Work laptop',
        recorded: String(passkeys.staff.clock.now()),
        used: '',
      });
      const { excludeCredentials } = (await passkeys.offer(clerk)).body.DATA;
      expect(excludeCredentials).toEqual([
        { id: authenticator.credential, type: 'public-key', transports: ['internal', 'hybrid'] },
      ]);
      expect(await trail(clerk)).toEqual([
        {
          action: 'control_passkey_create',
          staffId: clerk.userid,
          before: undefined,
          after: { passkey: listed!.marker, name: 'Work laptop' },
        },
      ]);
    });

    it('are told to their owner without their name, by notice and mail to the present address', async () => {
      const subject = 'A passkey was added to your account';
      const clerk = await passkeys.staff.hire();
      await passkeys.staff.changeProfile(clerk.email, { email: newAddress() });
      expect((await passkeys.offer(clerk)).body.DATA.user).toMatchObject({ name: clerk.email });
      await passkeys.add(clerk, 'Call 0800 and tell us a code');
      expect(await passkeys.noticesTo(clerk, subject)).toEqual([
        'It was done from 127.0.0.1. If that was not you, tell another administrator at once.',
      ]);
      await passkeys.staff.service.settled();
      expect(await passkeys.mailsTo(clerk, subject)).toHaveLength(1);
      const [text] = await passkeys.mailsTo(clerk, subject);
      expect(text).toContain('127.0.0.1');
      expect(text).not.toContain('0800');
    });

    it('keep the ways to their authenticator that are known here', async () => {
      const clerk = await passkeys.staff.hire();
      const made = new SoftwareAuthenticator().create(passkeys.ceremony(await passkeys.offered(clerk)));
      expect(failed(await passkeys.create(clerk, { ...made, transports: [7] }))).toMatchObject({ id: 'transports_invalid' });
      expect((await passkeys.create(clerk, { ...made, transports: ['telepathy', 'usb', 'usb'] })).status).toBe(200);
      const { excludeCredentials } = (await passkeys.offer(clerk)).body.DATA;
      expect(excludeCredentials).toEqual([{ id: made.credential, type: 'public-key', transports: ['usb'] }]);
    });

    it.each([
      ['another origin', { origin: 'https://evil.example' }],
      ['another port', { origin: 'http://localhost:1' }],
      ['another relying party', { rpId: 'evil.example' }],
      ['no user verification', { isUserVerified: false }],
      ['nobody present', { isUserPresent: false }],
      ['the answer to a sign-in', { type: 'webauthn.get' }],
      ['certificates of its maker', { format: 'apple' }],
    ])('are refused with %s', async (_, over) => {
      const clerk = await passkeys.staff.hire();
      const made = new SoftwareAuthenticator().create({ ...passkeys.ceremony(await passkeys.offered(clerk)), ...over });
      expect(failed(await passkeys.create(clerk, made))).toMatchObject(INVALID);
      expect(await passkeys.passkeysOf(clerk)).toEqual([]);
    });

    it('are refused with a challenge that was used, has expired, is of a sign-in, of another member or of nobody', async () => {
      const [clerk, other] = [await passkeys.staff.hire(), await passkeys.staff.hire()];
      const challenge = await passkeys.offered(clerk);
      const create = async (given: string, as = clerk) =>
        failed(await passkeys.create(as, new SoftwareAuthenticator().create(passkeys.ceremony(given))));
      expect(await create(challenge, other)).toMatchObject(INVALID);
      const first = new SoftwareAuthenticator().create(passkeys.ceremony(challenge));
      expect((await passkeys.create(clerk, first)).status).toBe(200);
      expect(await create(challenge)).toMatchObject(INVALID);
      expect(await create(await passkeys.asked(clerk))).toMatchObject(INVALID);
      expect(await create('A'.repeat(43))).toMatchObject(INVALID);
      const late = await passkeys.offered(clerk);
      passkeys.staff.clock.time += 5 * MINUTE_MS;
      expect(await create(late)).toMatchObject(INVALID);
      expect(failed(await passkeys.create(clerk, { ...first, client_data: 'bm90IGpzb24' }))).toMatchObject(INVALID);
    });

    it('use their challenge up also where the answer is wrong', async () => {
      const clerk = await passkeys.staff.hire();
      const ceremony = passkeys.ceremony(await passkeys.offered(clerk));
      const authenticator = new SoftwareAuthenticator();
      const wrong = authenticator.create({ ...ceremony, origin: 'https://evil.example' });
      expect(failed(await passkeys.create(clerk, wrong))).toMatchObject(INVALID);
      expect(failed(await passkeys.create(clerk, authenticator.create(ceremony)))).toMatchObject(INVALID);
    });

    it('are one of a credential, whoever has it, and ten at most', async () => {
      const [clerk, other] = [await passkeys.staff.hire(), await passkeys.staff.hire()];
      const authenticator = await passkeys.add(clerk);
      const again = authenticator.create(passkeys.ceremony(await passkeys.offered(other)));
      expect(failed(await passkeys.create(other, again))).toMatchObject({ status: 409, id: 'passkey_exists' });
      const early = await passkeys.offered(clerk);
      for (let number = 2; number <= 10; number++) await passkeys.add(clerk, `Key ${number}`);
      expect(failed(await passkeys.offer(clerk))).toMatchObject({ status: 409, id: 'passkeys_exhausted' });
      passkeys.staff.clock.time -= 4.5 * MINUTE_MS;
      const eleventh = new SoftwareAuthenticator().create(passkeys.ceremony(early));
      expect(failed(await passkeys.create(clerk, eleventh))).toMatchObject({ status: 409, id: 'passkeys_exhausted' });
      passkeys.staff.clock.time += 4.5 * MINUTE_MS;
    });
  });

  describe('signing in', () => {
    let clerk: Staff;
    let authenticator: SoftwareAuthenticator;
    beforeAll(async () => {
      clerk = await passkeys.staff.hire('userControl.getDataList');
      authenticator = await passkeys.add(clerk);
    });

    it('need the password, and make a session of staff', async () => {
      const asked = await passkeys.askToSignIn(clerk);
      expect(asked.body.DATA).toEqual({
        rpId: passkeys.rpId,
        challenge: challengeOf(asked),
        timeout: 5 * MINUTE_MS,
        allowCredentials: [{ id: authenticator.credential, type: 'public-key', transports: ['internal', 'hybrid'] }],
        userVerification: 'required',
      });
      const answer = authenticator.answer(passkeys.ceremony(challengeOf(asked)));
      expect(failed(await passkeys.signIn(clerk, answer, { pswd: 'Wrong-horse-7' }))).toMatchObject({ status: 401 });
      const { body } = await passkeys.signIn(clerk, answer);
      expect(body.DATA).toMatchObject({ userid: clerk.userid, status: 'active', secret: expect.any(String) as string });
      const session = { ...clerk, ...body.DATA } as unknown as Staff;
      expect((await passkeys.staff.get('control_user_data_list', session, { rqtp: 'all' })).status).toBe(200);
      expect((await passkeys.passkeysOf(session))[0]?.used).toBe(String(passkeys.staff.clock.now()));
      expect((await trail(clerk)).map(({ action }) => action)).toEqual(['control_passkey_create', 'control_passkey_login']);
    });

    it('do so for a code as well, and stand for none where one is asked for', async () => {
      expect((await passkeys.signInBy(clerk, authenticator)).status).toBe(200);
      expect((await passkeys.staff.login(clerk, passkeys.staff.code(clerk.totpSecret))).status).toBe(200);
    });

    it('are not spoken of before the password is right, and answer alike for all who have none', async () => {
      const [none, user] = [await passkeys.staff.hire(), await passkeys.staff.service.register()];
      const nobody = { ...none, email: 'nobody-at-all@example.com' };
      const answers = [];
      for (const member of [clerk, none, nobody]) {
        const { status, body } = await passkeys.askToSignIn({ ...member, password: 'Wrong-horse-7' });
        answers.push(JSON.stringify([status, body.REQUEST, body.ERRORS]).replace(/ \([0-9A-Z]{8}\)/, ''));
      }
      expect(new Set(answers).size).toBe(1);
      const asUser = await passkeys.askToSignIn({ ...none, email: user.email, password: user.password });
      expect(failed(asUser)).toMatchObject({ status: 401, details: 'Incorrect credentials' });
      expect(failed(await passkeys.askToSignIn(none))).toMatchObject({ status: 400, id: 'passkey_missing' });
    });

    it.each([
      ['another origin', { origin: 'https://evil.example' }],
      ['another relying party', { rpId: 'evil.example' }],
      ['no user verification', { isUserVerified: false }],
      ['nobody present', { isUserPresent: false }],
      ['the answer to a registration', { type: 'webauthn.create' }],
    ])('are refused with %s', async (_, over) => {
      expect(failed(await passkeys.signInBy(clerk, authenticator, over))).toMatchObject(INVALID);
      expect((await passkeys.signInBy(clerk, authenticator)).status).toBe(200);
    });

    it('are refused with a challenge that was used, has expired, is of a registration or of another member', async () => {
      const other = await passkeys.staff.hire();
      await passkeys.add(other);
      const attempt = async (challenge: string) =>
        failed(await passkeys.signIn(clerk, authenticator.answer(passkeys.ceremony(challenge))));
      const answer = authenticator.answer(passkeys.ceremony(await passkeys.asked(clerk)));
      expect((await passkeys.signIn(clerk, answer)).status).toBe(200);
      expect(failed(await passkeys.signIn(clerk, answer))).toMatchObject(INVALID);
      expect(await attempt(await passkeys.offered(clerk))).toMatchObject(INVALID);
      expect(await attempt(await passkeys.asked(other))).toMatchObject(INVALID);
      const late = await passkeys.asked(clerk);
      passkeys.staff.clock.time += 5 * MINUTE_MS;
      expect(await attempt(late)).toMatchObject(INVALID);
      expect((await passkeys.signInBy(clerk, authenticator)).status).toBe(200);
    });

    it('are refused with a challenge that was written in the database', async () => {
      const other = await passkeys.staff.hire();
      await passkeys.add(other);
      const challenge = 'A'.repeat(43);
      const attempt = async (given: string) =>
        failed(await passkeys.signIn(clerk, authenticator.answer(passkeys.ceremony(given))));
      const digest = createHash('sha256').update(challenge).digest('hex');
      await passkeys.staff.rows(
        'INSERT INTO passkey_challenge (digest, user_id, purpose, expires) VALUES (?, ?, ?, ?)',
        digest,
        clerk.userid,
        'login',
        passkeys.staff.clock.now() + MINUTE_MS,
      );
      expect(await attempt(challenge)).toMatchObject(INVALID);
      const offered = await passkeys.offered(clerk);
      await passkeys.staff.rows("UPDATE passkey_challenge SET purpose = 'login' WHERE user_id = ?", clerk.userid);
      expect(await attempt(offered)).toMatchObject(INVALID);
      const asked = await passkeys.asked(other);
      await passkeys.staff.rows('UPDATE passkey_challenge SET user_id = ? WHERE user_id = ?', clerk.userid, other.userid);
      expect(await attempt(asked)).toMatchObject(INVALID);
      expect((await passkeys.signInBy(clerk, authenticator)).status).toBe(200);
    });

    it('are refused with the credential of another member, and with a signature of another key', async () => {
      const other = await passkeys.staff.hire();
      const foreign = await passkeys.add(other);
      expect(failed(await passkeys.signInBy(clerk, foreign))).toMatchObject(INVALID);
      const forged = foreign.answer(passkeys.ceremony(await passkeys.asked(clerk)));
      expect(failed(await passkeys.signIn(clerk, { ...forged, credential: authenticator.credential }))).toMatchObject(INVALID);
      expect((await passkeys.signInBy(clerk, authenticator)).status).toBe(200);
    });

    it('take one of many concurrent answers to one challenge', async () => {
      const answer = authenticator.answer(passkeys.ceremony(await passkeys.asked(clerk)));
      const answers = await Promise.all(
        Array.from({ length: 5 }, (_, number) => passkeys.signIn(clerk, answer, { dsnm: `race-${number}` })),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    });
  });
});
