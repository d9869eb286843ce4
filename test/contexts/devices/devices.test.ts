import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BoundDevices } from '../../../src/contexts/devices/index.js';
import { DevicesJobs } from '../../../src/contexts/devices/devices.jobs.js';
import { MINUTE_MS } from '../../../src/kernel/clock.js';
import { ONE_BACKEND } from '../../support/backend.js';
import type { TestUser } from '../../support/app.js';
import { mailsTo } from '../../support/mailbox.js';
import { SoftwareAuthenticator } from '../../../packages/harness/software-authenticator.js';
import { until } from '../../support/until.js';
import { AppKey, DeviceFixture, ok, type Wire } from './device-fixture.js';

describe.each(ONE_BACKEND)('devices on %s', (backend) => {
  let fixture: DeviceFixture;
  let ada: TestUser;
  let bayo: TestUser;
  beforeAll(async () => {
    fixture = await DeviceFixture.open(backend);
    bayo = await fixture.payer({ fsnm: 'Bayo', lsnm: 'Ade' });
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    ada = await fixture.payer();
  });

  const devices = async (as: TestUser) => ok(await fixture.get('user_device_fetch', as))['result'] as Wire[];
  const isSignedIn = async (as: TestUser) => (await fixture.get('user_device_fetch', as)).status === 200;
  const appKeyOf = async (as: TestUser, appKey = new AppKey()) => {
    const { text } = ok(await fixture.begin(as, 'appkey')) as { text: string };
    return { kind: 'appkey', key: appKey.key, signature: appKey.sign(text) };
  };
  const refusal = async (as: TestUser, body: object) => fixture.refusal(fixture.bind(as, body));
  const pays = async (as: TestUser, phone: AppKey) => {
    const payment = { email: bayo.email, amount: 100 };
    const { body } = await fixture.post('user_payment_challenge', as, { action: 'user_transfer_create', ...payment });
    if (body.REQUEST.STATUS !== 'OK') return body.ERRORS.ID;
    return fixture.refusal(fixture.transfer(as, payment, phone.sign(body.DATA.text as string)));
  };

  it('are bound with the password, shown, and told by mail and notice', async () => {
    const offer = await fixture.begin(ada, 'passkey');
    expect(ok(offer)).toMatchObject({ code: false, options: { user: { name: ada.email }, attestation: 'none' } });
    await fixture.bindPasskey(ada, { name: 'Pixel 9' });
    expect(await devices(ada)).toEqual([
      {
        marker: expect.any(String),
        kind: 'passkey',
        name: 'Pixel 9',
        status: 'active',
        recorded: expect.any(String),
        released: '',
      },
    ]);
    await until(async () => {
      const mails = await mailsTo(fixture.service.config.dataDir, ada.email);
      return mails.some(({ subject }) => subject === 'A device was bound to your account');
    });
    const { body } = await fixture.get('user_notice_fetch', ada);
    expect((body.DATA.result as { subject: string }[]).map(({ subject }) => subject)).toContain(
      'A device was bound to your account',
    );
  });

  it('are not bound by a stolen session without the password', async () => {
    const key = await appKeyOf(ada);
    expect(await refusal(ada, { ...key, pswd: undefined })).toBe('pswd_required');
    expect(await refusal(ada, { ...key, pswd: 'Wrong-horse-7' })).toBe('pswd_invalid');
    expect(await devices(ada)).toEqual([]);
    expect(await refusal(ada, key)).toBeUndefined();
  });

  it('are not bound beside another one without the mailed code, not even after a release', async () => {
    const phone = await fixture.bindAppKey(ada);
    const second = await appKeyOf(ada);
    expect(await refusal(ada, second)).toBe('code_required');
    expect(await refusal(ada, { ...second, code: '000000' })).toBe('code_invalid');
    expect(await pays(ada, phone)).toBeUndefined();
    const [{ marker }] = (await devices(ada)) as [Wire];
    ok(await fixture.post('user_device_release', ada, { reqv: marker, pswd: ada.password }));
    expect(await refusal(ada, second)).toBe('code_required');
    expect(await refusal(ada, { ...second, code: await fixture.newestCode(ada, 2) })).toBeUndefined();
  });

  it('end the one before, with its sessions', async () => {
    const old = await fixture.bindAppKey(ada);
    const laptop = await fixture.signIn(ada, 'laptop', 2);
    const phone = await fixture.signIn(ada, 'new phone', 3);
    const appKey = new AppKey();
    const given = await appKeyOf(phone, appKey);
    expect(ok(await fixture.begin(phone, 'appkey'))).toMatchObject({ code: true });
    ok(await fixture.bind(phone, { ...given, code: await fixture.newestCode(ada, 4) }));
    expect(await isSignedIn(ada)).toBe(false);
    expect([await isSignedIn(laptop), await isSignedIn(phone)]).toEqual([true, true]);
    expect(await pays(phone, old)).toBe('confirmation_invalid');
    expect(await pays(phone, appKey)).toBeUndefined();
    expect((await devices(phone)).map(({ status }) => status)).toEqual(['active', 'released']);
  });

  it('confirm nothing once they are released', async () => {
    const phone = await fixture.bindAppKey(ada);
    const payment = { email: bayo.email, amount: 100 };
    const { text } = await fixture.challenge(ada, payment);
    const [{ marker }] = (await devices(ada)) as [Wire];
    const release = (body: object) => fixture.refusal(fixture.post('user_device_release', ada, { reqv: marker, ...body }));
    expect(await release({})).toBe('pswd_required');
    expect(await release({ pswd: 'Wrong-horse-7' })).toBe('pswd_invalid');
    expect(await release({ pswd: ada.password })).toBeUndefined();
    expect(await release({ pswd: ada.password })).toBe('device_not_found');
    expect(await isSignedIn(ada)).toBe(true);
    expect(await fixture.refusal(fixture.transfer(ada, payment, phone.sign(text)))).toBe('confirmation_invalid');
    expect(await pays(ada, phone)).toBe('device_required');
  });

  it('are bound by what was asked for, once, and within two minutes', async () => {
    const key = new AppKey();
    const { text } = ok(await fixture.begin(ada, 'appkey')) as { text: string };
    const given = { kind: 'appkey', key: key.key, signature: key.sign(text) };
    expect(await refusal(ada, { ...given, signature: new AppKey().sign(text) })).toBe('device_invalid');
    expect(await refusal(ada, { ...given, key: new AppKey('P-384').key })).toBe('device_invalid');
    expect(await refusal(ada, { ...given, key: 'AAAA' })).toBe('device_invalid');
    expect(await refusal(ada, { kind: 'appkey', key: key.key })).toBe('signature_required');
    expect(await refusal(bayo, given)).toBe('device_invalid');
    fixture.clock.time += 2 * MINUTE_MS;
    expect(await refusal(ada, given)).toBe('device_invalid');
    const passkey = new SoftwareAuthenticator();
    const { challenge } = ok(await fixture.begin(ada, 'passkey')) as { challenge: string };
    const made = (over: object) => passkey.create({ ...fixture.ceremony(challenge), ...over });
    for (const over of [{ origin: 'https://harmattan.example.net' }, { isUserVerified: false }, { rpId: 'example.net' }])
      expect(await refusal(ada, { kind: 'passkey', ...made(over) })).toBe('device_invalid');
    expect(await refusal(ada, { kind: 'passkey', ...made({}) })).toBeUndefined();
    const code = await fixture.begin(ada, 'passkey').then(() => fixture.newestCode(ada, 2));
    expect(await refusal(ada, { kind: 'passkey', ...made({}), code })).toBe('device_invalid');
  });

  it('sign in alone without a code, once there is one', async () => {
    const zoe = await fixture.payer({ devs: 'phone of Zoe' });
    const refusal = async (serial: string) => (await fixture.logIn(zoe, serial)).body.ERRORS?.ID;
    expect(await refusal('laptop')).toBeUndefined();
    await fixture.bindAppKey(zoe);
    const { status, body } = await fixture.logIn(zoe, 'laptop');
    expect([status, body.ERRORS.ID]).toEqual([401, 'code_required']);
    expect(await refusal('phone of Zoe')).toBeUndefined();
    expect((await fixture.logIn(zoe, 'laptop', '0000-0000')).body.ERRORS.ID).toBe('code_invalid');
    expect(await isSignedIn(await fixture.signIn(zoe, 'laptop', 2))).toBe(true);
  });

  it('are known by the time of the newest, and their challenges end', async () => {
    const bound = fixture.service.app.get(BoundDevices, { strict: false });
    expect(await bound.newestBoundAt(ada.userid)).toBeUndefined();
    await fixture.bindAppKey(ada);
    expect(await bound.newestBoundAt(ada.userid)).toBe(fixture.clock.now());
    const challenges = () => fixture.rows('SELECT * FROM device_challenge WHERE user_id = ?', ada.userid);
    expect(await challenges()).toHaveLength(1);
    const jobs = fixture.service.app.get(DevicesJobs, { strict: false });
    await jobs.sweep();
    expect(await challenges()).toHaveLength(1);
    fixture.clock.time += 2 * MINUTE_MS + 1;
    await jobs.sweep();
    expect(await challenges()).toHaveLength(0);
  });

  it('take the origin of an Android app where it is a setting', async () => {
    const origin = 'android:apk-key-hash:47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU';
    const app = await DeviceFixture.open(backend, { DEVICE_ORIGINS: origin });
    const user = await app.payer();
    const { challenge } = ok(await app.begin(user, 'passkey')) as { challenge: string };
    const made = new SoftwareAuthenticator().create({ ...app.ceremony(challenge), origin });
    expect((await app.bind(user, { kind: 'passkey', ...made })).status).toBe(200);
    await app.close();
  });
});
