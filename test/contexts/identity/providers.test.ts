import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PremblySimulator } from '../../../packages/simulators/prembly/prembly-simulator.js';
import { SmileIdSimulator } from '../../../packages/simulators/smileid/smileid-simulator.js';
import { IdentityJobs } from '../../../src/contexts/identity/identity.jobs.js';
import { MINUTE_MS } from '../../../src/kernel/clock.js';
import { Database } from '../../../src/platform/database/database.js';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { ShiftedClock } from '../../support/clocks.js';
import { uploadSelfie } from './selfie.js';
import { provider } from '../analytics/support.js';

const BIRTH = '1990-04-12';
const ADA = { firstName: 'Ada', middleName: 'Ngozi', lastName: 'Obi', birth: BIRTH };

let numbers = 0;
const newNumber = () => `8${String(++numbers).padStart(10, '0')}`;

describe.each(ONE_BACKEND)('providers of identities on %s', (backend) => {
  let smile: SmileIdSimulator;
  let prembly: PremblySimulator;
  const clock = new ShiftedClock();
  let service: TestApp;
  let later: TestApp;
  beforeAll(async () => {
    [smile, prembly] = [await SmileIdSimulator.start(), await PremblySimulator.start()];
    const environment = { ...smile.environment, ...prembly.environment, IDENTITY_PROVIDERS: 'smileid,prembly' };
    service = await startApp(backend, environment, clock);
    const callback = { SMILEID_ANSWERS: 'async', SMILEID_CALLBACK_URL: 'http://127.0.0.1:1/' };
    later = await startApp(backend, { ...environment, ...callback, IDENTITY_PROVIDERS: 'smileid' }, clock);
  });
  afterAll(async () => {
    await Promise.all([service.close(), later.close()]);
    await Promise.all([smile.stop(), prembly.stop()]);
  });

  const timestamp = () => Math.floor(clock.now() / 1000);
  async function submit(
    number: string,
    { of = service, type = 'bvn', hasSelfie = false }: { of?: TestApp; type?: string; hasSelfie?: boolean } = {},
  ) {
    const user = await of.register();
    const fileid = hasSelfie ? await uploadSelfie(of.client, user, timestamp()) : undefined;
    const body = { type, number, birth: BIRTH, consent: true, fileid };
    const answer = await of.client.post('user_identity_submit', { as: user, body, timestamp: timestamp() });
    return { user, status: answer.body.DATA?.status as string };
  }
  const statusOf = async (as: TestUser, of = service) =>
    (await of.client.get('user_identity_fetch', { as, timestamp: timestamp() })).body.DATA.result[0].status as string;
  const ask = async (of = service) => {
    clock.aheadMs += 2 * MINUTE_MS;
    await provider(of, IdentityJobs).askDue();
    clock.aheadMs = 0;
  };

  it('Smile ID tells who a number is of, that nobody has it, and that the names differ', async () => {
    const [known, other, nobody] = [newNumber(), newNumber(), newNumber()];
    smile.books.people.set(known, ADA).set(other, { ...ADA, firstName: 'Bola', lastName: 'Ige' });
    expect([(await submit(known)).status, (await submit(other)).status, (await submit(nobody)).status]).toEqual([
      'verified',
      'review',
      'not_found',
    ]);
    expect(smile.complaints).toEqual([]);
  });

  it('Smile ID tells the NIN behind a virtual one', async () => {
    const nin = newNumber();
    smile.books.people.set('AB123456789012CD', { ...ADA, nin });
    const { user, status } = await submit('ab123456789012cd', { type: 'vnin' });
    expect(status).toBe('verified');
    expect(
      await service.client.post('user_identity_submit', {
        as: user,
        body: { type: 'nin', number: nin, birth: BIRTH, consent: true },
        timestamp: timestamp(),
      }),
    ).toMatchObject({ status: 409 });
  });

  it('an answer with another signature says nothing, and the next provider is asked', async () => {
    const number = newNumber();
    smile.books.people.set(number, ADA);
    smile.wrongSignature = 'bm90IHRoZWlycw==';
    const { user, status } = await submit(number);
    smile.wrongSignature = undefined;
    // Prembly knows nobody with it.
    expect([status, await statusOf(user)]).toEqual(['not_found', 'not_found']);
  });

  it('the next one is asked where a source is down or our balance is empty, and nobody is blamed where all are', async () => {
    for (const refusal of ['source_down', 'balance_empty'] as const) {
      const [answered, unanswered] = [newNumber(), newNumber()];
      smile.books.refusals.set(answered, refusal).set(unanswered, refusal);
      prembly.books.people.set(answered, ADA);
      prembly.books.refusals.set(unanswered, refusal);
      expect((await submit(answered)).status).toBe('verified');
      const { user, status } = await submit(unanswered);
      expect(status).toBe('pending');
      prembly.books.refusals.delete(unanswered);
      prembly.books.people.set(unanswered, ADA);
      await ask();
      expect(await statusOf(user)).toBe('verified');
    }
  });

  it('an empty wallet of Prembly is also HTTP 402', async () => {
    const number = newNumber();
    smile.books.refusals.set(number, 'source_down');
    prembly.httpStatus = 402;
    const { user, status } = await submit(number);
    prembly.httpStatus = 200;
    prembly.books.people.set(number, ADA);
    expect(status).toBe('pending');
    await ask();
    expect(await statusOf(user)).toBe('verified');
  });

  it('Prembly tells of a watch list, and reads NINs with their own names of fields', async () => {
    const [listed, nin] = [newNumber(), newNumber()];
    smile.books.refusals.set(listed, 'source_down').set(nin, 'source_down');
    prembly.books.refusals.set(listed, 'watch_listed');
    prembly.books.people.set(nin, ADA);
    const { user, status } = await submit(listed);
    expect([status, (await submit(nin, { type: 'nin' })).status]).toEqual(['review', 'verified']);
    const rows = await provider(service, Database).rows<{ status: string }>(
      'SELECT status FROM identity_verification WHERE user_id = ?',
      [user.userid],
    );
    expect(rows).toEqual([{ status: 'watch_listed' }]);
  });

  it('a check that waits at Prembly ends by its webhook, which only its public key opens', async () => {
    const number = newNumber();
    smile.books.refusals.set(number, 'source_down');
    prembly.books.refusals.set(number, 'pending');
    const { user, status } = await submit(number);
    expect(status).toBe('pending');
    prembly.books.refusals.delete(number);
    prembly.books.people.set(number, ADA);
    const reference = prembly.references.at(-1)!;
    expect(await prembly.announce(service.client.baseUrl, reference, 'another key')).toBe(401);
    expect(await statusOf(user)).toBe('pending');
    expect(await prembly.announce(service.client.baseUrl, reference)).toBe(200);
    await service.settled();
    expect(await statusOf(user)).toBe('verified');
  });

  it('both compare a selfie with the photo of the authority, and another face is for staff to see', async () => {
    for (const source of ['smileid', 'prembly'] as const) {
      const [same, other] = [newNumber(), newNumber()];
      const { books } = source === 'smileid' ? smile : prembly;
      if (source === 'prembly') smile.books.refusals.set(same, 'source_down').set(other, 'source_down');
      books.people.set(same, ADA).set(other, ADA);
      books.otherFaces.add(other);
      const first = await submit(same, { hasSelfie: true });
      const second = await submit(other, { hasSelfie: true, type: 'nin' });
      // A job of Smile ID with a selfie is answered later.
      expect(first.status).toBe('pending');
      await ask();
      expect([await statusOf(first.user), await statusOf(second.user)]).toEqual(['verified', 'review']);
    }
    expect(smile.complaints).toEqual([]);
  });

  it('Smile ID answers later by a callback, whose body is not believed', async () => {
    const [known, nobody] = [newNumber(), newNumber()];
    smile.books.people.set(known, ADA);
    const [first, second] = [await submit(known, { of: later }), await submit(nobody, { of: later })];
    expect([first.status, second.status]).toEqual(['pending', 'pending']);
    const [one, other] = [...smile.jobs.keys()].slice(-2) as [string, string];
    const address = `${later.client.baseUrl}/?req=webhook_receive&provider=smileid`;
    smile.wrongSignature = 'bm90IHRoZWlycw==';
    expect(await smile.callBack(one, {}, address)).toBe(401);
    smile.wrongSignature = undefined;
    expect(await smile.callBack(one, {}, address)).toBe(200);
    expect(await smile.callBack(other, { ResultCode: '1012', FullName: 'ADA OBI', DOB: BIRTH }, address)).toBe(200);
    await service.settled();
    expect(await statusOf(first.user, later)).toBe('verified');
    await service.settled();
    expect(await statusOf(second.user, later)).toBe('not_found');
  });
});
