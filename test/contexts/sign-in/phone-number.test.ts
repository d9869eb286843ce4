import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Push, type PushMessage } from '../../../src/contexts/notifications/index.js';
import { Users } from '../../../src/contexts/sign-in/index.js';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import type { Answer } from '../../support/client.js';
import { ShiftedClock } from '../../support/clocks.js';
import { PRODUCTION } from '../../support/production.js';

const GATEWAY = { SMS_TOKEN: 'gateway-token', SMS_SENDER: 'Wind' };

/** A gateway for text messages. */
class SmsGateway {
  readonly received: { authorization: string | undefined; body: { to: string; from: string; text: string } }[] = [];
  status = 202;
  private readonly server = createServer((request, response) => void this.answer(request, response));

  async start(): Promise<this> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/messages`;
  }

  get lastCode(): string {
    return /code is ([0-9]{6})/.exec(this.received.at(-1)!.body.text)![1]!;
  }

  stop(): void {
    this.server.close();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await json(request)) as { to: string; from: string; text: string };
    this.received.push({ authorization: request.headers.authorization, body });
    response.writeHead(this.status).end('{}');
  }
}

describe.each(ONE_BACKEND)('verification of a phone number on %s', (backend) => {
  const clock = new ShiftedClock();
  let gateway: SmsGateway;
  let service: TestApp;
  let numbers = 1_000_000;
  beforeAll(async () => {
    gateway = await new SmsGateway().start();
    service = await startApp(backend, { ...GATEWAY, SMS_URL: gateway.url }, clock);
  });
  afterAll(async () => {
    await service.close();
    gateway.stop();
  });

  const post = (action: string, as: TestUser, body: object = {}, through = service) =>
    through.client.post(action, { as, body, timestamp: Math.floor(clock.now() / 1000) });
  const send = (as: TestUser, channel?: string) => post('user_phone_verify_send', as, channel === undefined ? {} : { channel });
  const confirm = (as: TestUser, code: string) => post('user_phone_verify_confirm', as, { code });
  const stateOf = async (as: TestUser) =>
    (await service.client.get('user_profile_get_info', { as, timestamp: Math.floor(clock.now() / 1000) })).body.DATA
      .phoneVerify as string;
  const refusal = ({ status, body }: Answer) => `${status} ${body.ERRORS?.ID}`;
  const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

  async function owner(over: Record<string, string> = {}, phoneNumber = `080${(numbers += 17) + 30_000_000}`): Promise<TestUser> {
    const user = await service.register(over);
    await post('user_profile_update', user, { phoneNumber });
    return user;
  }

  it('sends a code to the number and takes it once, and another number is unproved', async () => {
    const ada = await owner({}, '08031234567');
    expect((await send(ada)).status).toBe(200);
    const { authorization, body } = gateway.received.at(-1)!;
    expect([authorization, body.to, body.from]).toEqual(['Bearer gateway-token', '+2348031234567', 'Wind']);
    const code = gateway.lastCode;
    expect(refusal(await confirm(ada, wrong(code)))).toBe('400 code_invalid');
    expect(await stateOf(ada)).toBe('unverified');
    expect((await confirm(ada, `\u200e${code.slice(0, 3)}\u00a0${code.slice(3)} `)).status).toBe(200);
    expect(await stateOf(ada)).toBe('verified');
    expect(refusal(await confirm(ada, code))).toBe('409 phone_verified');
    expect(refusal(await send(ada))).toBe('409 phone_verified');
    await post('user_profile_update', ada, { phoneNumber: '\u202a0803\u00a0123\u200b4567\u202c' });
    expect(await stateOf(ada)).toBe('verified');
    await post('user_profile_update', ada, { phoneNumber: '08031234568' });
    expect(await stateOf(ada)).toBe('unverified');
    expect(refusal(await confirm(ada, code))).toBe('400 code_invalid');
  });

  it('is of one account: the one that proved it, until that has another number', async () => {
    const [ada, obi] = [await owner({}, '08031230000'), await owner({}, '+234 803 123 0000')];
    const codeOf = async (as: TestUser) => {
      expect((await send(as)).status).toBe(200);
      return gateway.lastCode;
    };
    expect((await confirm(ada, await codeOf(ada))).status).toBe(200);
    const code = await codeOf(obi);
    // Only whoever has the phone learns that the number is taken.
    expect(refusal(await confirm(obi, wrong(code)))).toBe('400 code_invalid');
    expect(refusal(await confirm(obi, code))).toBe('409 phone_taken');
    expect([await stateOf(ada), await stateOf(obi)]).toEqual(['verified', 'unverified']);
    await post('user_profile_update', ada, { phoneNumber: '08031230001' });
    expect((await confirm(obi, code)).status).toBe(200);
    await post('user_profile_update', ada, { phoneNumber: '08031230000' });
    expect(refusal(await confirm(ada, await codeOf(ada)))).toBe('409 phone_taken');
  });

  it('refuses without a number, and the code of another number', async () => {
    const nobody = await service.register();
    expect(refusal(await send(nobody))).toBe('400 phone_missing');
    expect(refusal(await confirm(nobody, '123456'))).toBe('400 phone_missing');
    const ada = await owner();
    await send(ada);
    const code = gateway.lastCode;
    await post('user_profile_update', ada, { phoneNumber: '08031239999' });
    expect(refusal(await confirm(ada, code))).toBe('400 code_invalid');
  });

  it('has five tries and ten minutes, and a new code voids the one before', async () => {
    const ada = await owner();
    await send(ada);
    const first = gateway.lastCode;
    const tries = await Promise.all(Array.from({ length: 5 }, () => confirm(ada, wrong(first))));
    expect(tries.map(refusal)).toEqual(tries.map(() => '400 code_invalid'));
    expect(refusal(await confirm(ada, first))).toBe('400 code_invalid');
    await send(ada);
    const second = gateway.lastCode;
    clock.aheadMs += 10 * 60_000 + 1;
    expect(refusal(await confirm(ada, second))).toBe('400 code_invalid');
    await send(ada);
    expect((await confirm(ada, gateway.lastCode)).status).toBe(200);
  });

  it('delays who tries wrong codes again and again, over all codes, numbers and hours', async () => {
    const ada = await owner();
    for (let hour = 0; hour < 5; hour++) {
      await send(ada);
      for (let time = 0; time < 5; time++) expect(refusal(await confirm(ada, wrong(gateway.lastCode)))).toBe('400 code_invalid');
      clock.aheadMs += 3_600_001;
    }
    await send(ada);
    const code = gateway.lastCode;
    expect(refusal(await confirm(ada, wrong(code)))).toBe('400 code_invalid');
    const delayed = await confirm(ada, code);
    expect([delayed.status, Number(delayed.headers.get('retry-after'))]).toEqual([429, 2]);
    clock.aheadMs += 2_001;
    expect((await confirm(ada, code)).status).toBe(200);
  });

  it('sends five codes an hour to a user and twenty to a number, so that strangers leave its owner some', async () => {
    const number = '08039990000';
    const ada = await owner({}, number);
    for (let sent = 0; sent < 5; sent++) expect((await send(ada)).status).toBe(200);
    const before = gateway.received.length;
    const refused = await send(ada);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 3_000]).toEqual([429, true]);
    expect(gateway.received.length).toBe(before);
    for (let stranger = 0; stranger < 3; stranger++) {
      const obi = await owner({}, number);
      for (let sent = 0; sent < 5; sent++) expect((await send(obi)).status).toBe(200);
    }
    expect((await send(await owner({}, number))).status).toBe(429);
    clock.aheadMs += 3_600_000;
    expect((await send(ada)).status).toBe(200);
  });

  it('says so when the gateway takes no message', async () => {
    const ada = await owner();
    gateway.status = 503;
    expect((await send(ada)).status).toBe(503);
    gateway.status = 400;
    expect(refusal(await send(ada))).toBe('400 phone_unreachable');
    gateway.status = 202;
    expect((await send(ada)).status).toBe(200);
  });

  it('by a push message proves a device and not the number, which its owner may still prove', async () => {
    const number = '08031230003';
    const [ada, obi] = [await owner({ tktp: 'expo', phtk: `phone-${backend}` }, number), await owner({}, number)];
    expect(refusal(await send(obi, 'push'))).toBe('400 no_push_device');
    const before = gateway.received.length;
    const pushes = vi.spyOn(service.app.get(Push), 'send');
    expect((await send(ada, 'push')).status).toBe(200);
    expect(gateway.received.length).toBe(before);
    const [[, { body }]] = pushes.mock.calls as unknown as [[string, PushMessage]];
    expect((await confirm(ada, /code is ([0-9]{6})/.exec(body)![1]!)).status).toBe(200);
    const markOf = async ({ userid }: TestUser) => {
      const user = await service.app.get(Users).find(userid);
      return [user?.phoneVerified, user?.phoneProved];
    };
    expect([await stateOf(ada), await markOf(ada)]).toEqual(['verified', [true, false]]);
    expect(refusal(await send(ada, 'push'))).toBe('409 phone_verified');
    expect((await send(obi)).status).toBe(200);
    expect((await confirm(obi, gateway.lastCode)).status).toBe(200);
    expect(await markOf(obi)).toEqual([true, true]);
    expect((await send(ada)).status).toBe(200);
    expect(refusal(await confirm(ada, gateway.lastCode))).toBe('409 phone_taken');
  });
});

describe.each(ONE_BACKEND)('verification of a phone number in production without a gateway on %s', (backend) => {
  it('says that it cannot be done, and promises no later try', async () => {
    const service = await startApp(backend, PRODUCTION);
    try {
      const as = await service.register();
      await service.client.post('user_profile_update', { as, body: { phoneNumber: '08031234567' } });
      const sent = await service.client.post('user_phone_verify_send', { as, body: {} });
      expect([sent.status, sent.body.ERRORS.ID, sent.headers.get('retry-after')]).toEqual([400, 'sms_unconfigured', null]);
      expect(sent.body.ERRORS.DETAILS).toMatch(/sends no text messages/);
    } finally {
      await service.close();
    }
  });
});

describe.each(ONE_BACKEND)('phone number of a profile on %s', (backend) => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startApp(backend);
  });
  afterAll(() => service.close());

  it('is kept in E.164 and unverified, and nonsense is refused', async () => {
    const as = await service.register();
    const update = (phoneNumber: unknown) => service.client.post('user_profile_update', { as, body: { phoneNumber } });
    const profile = async () => (await service.client.get('user_profile_get_info', { as })).body.DATA;
    for (const [given, kept] of [
      ['0803 123 4567', '+2348031234567'],
      ['234-803-123-4567', '+2348031234567'],
      ['+44 20 7946 0958', '+442079460958'],
    ] as const) {
      expect((await update(given)).body.REQUEST.STATUS).toBe('OK');
      expect(await profile()).toMatchObject({ phoneNumber: kept, phoneVerify: 'unverified', firstName: 'Ada' });
    }
    for (const nonsense of ['1', '0803123456', '+999123456789', 'call me', 8031234567, '1'.repeat(40)])
      expect((await update(nonsense)).body.ERRORS).toMatchObject({ CODE: 401, ID: 'phoneNumber_invalid' });
    expect(await profile()).toMatchObject({ phoneNumber: '+442079460958' });
  });

  it('is proved by a code that is written to a file where there is no gateway', async () => {
    const as = await service.register();
    await service.client.post('user_profile_update', { as, body: { phoneNumber: '08031234567' } });
    await service.client.post('user_phone_verify_send', { as, body: {} });
    const folder = join(service.config.dataDir, 'sms');
    const [name] = await readdir(folder);
    const text = await readFile(join(folder, name!), 'utf8');
    expect(text).toMatch(/^To: \+2348031234567\n\nYour verification code is [0-9]{6}\./);
    const code = /[0-9]{6}(?=\.)/.exec(text)![0];
    expect((await service.client.post('user_phone_verify_confirm', { as, body: { code } })).status).toBe(200);
  });
});
