import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import type { Answer } from '../../support/client.js';
import { IdTokenIssuer } from '../../support/id-token-issuer.js';
import { newAddress, StaffFixture } from '../staff/staff-fixture.js';

const NO_NAMES = [
  'Ada\nObi',
  'Ada\r\nObi',
  '\u202eidO',
  'Ada\u200f',
  'Ada\u0007',
  'Ada 🎉',
  '<script>',
  'Ada=Obi',
  '1234',
  '...',
  'Аda',
  'О’Brien',
];
const NAMES = ["O'Brien", 'N’Golo', 'Ọláṣubọ̀mí', 'Okonjo-Iweala', 'J. R.', 'José María', '李', 'محمد'];
const DEVICE = { devt: 'Android', devs: 'names', devn: 'Pixel' };

/** Operations that take the name of a person: its parameters, and a request that is right otherwise. */
const PLACES: Readonly<Record<string, (names: object) => object>> = {
  user_profile_create: (names) => ({
    fsnm: 'Ada',
    lsnm: 'Obi',
    emal: newAddress(),
    pswd: 'Correct-horse-7',
    ...DEVICE,
    ...names,
  }),
  user_profile_update: (names) => names,
  control_user_modify: (names) => names,
  control_test_user_create: (names) => ({
    fsnm: 'Ada',
    lsnm: 'Obi',
    emal: newAddress(),
    pswd: `Correct-horse-${newAddress()}`,
    ...DEVICE,
    ...names,
  }),
  core_contact_create: (names) => ({ flnm: 'Ada', emad: newAddress(), msge: 'Hello', dvty: 'Web', dsnm: 'names', ...names }),
};
const PARAMETERS: readonly (readonly [action: string, parameter: string])[] = [
  ['user_profile_create', 'fsnm'],
  ['user_profile_create', 'lsnm'],
  ['user_profile_update', 'fNme'],
  ['user_profile_update', 'lNme'],
  ['control_user_modify', 'fNme'],
  ['control_user_modify', 'lNme'],
  ['control_test_user_create', 'fsnm'],
  ['control_test_user_create', 'lsnm'],
  ['core_contact_create', 'flnm'],
];

describe.each(ONE_BACKEND)('names of people on %s', (backend) => {
  let issuer: IdTokenIssuer;
  let staffApp: StaffFixture;
  let ada: TestUser;
  beforeAll(async () => {
    issuer = await new IdTokenIssuer().start();
    staffApp = await StaffFixture.open(backend, issuer.environment);
    ada = await staffApp.service.register();
  });
  afterAll(async () => {
    await staffApp.close();
    issuer.stop();
  });

  function send(action: string, names: object): Promise<Answer> {
    const body = PLACES[action]!(names);
    if (!action.startsWith('control_')) return staffApp.post(action, ada, body);
    return staffApp.post(action, staffApp.admin, { uxid: ada.userid, ...body });
  }
  const profile = async (as = ada) => (await staffApp.get('user_profile_get_info', as)).body.DATA as Record<string, string>;

  it.each(PARAMETERS)('%s refuses what is none in %s', async (action, parameter) => {
    for (const name of NO_NAMES) {
      const { status, body } = await send(action, { [parameter]: name });
      expect([status, body.ERRORS?.ID], JSON.stringify(name)).toEqual([400, `${parameter}_invalid`]);
    }
  });

  it('are kept as they are spelt, in the composed form', async () => {
    for (const name of NAMES) {
      expect((await send('user_profile_update', { fNme: name.normalize('NFD'), lNme: `  ${name}  ${name} ` })).status).toBe(200);
      const spelt = name.normalize('NFC');
      expect(await profile()).toMatchObject({ firstName: spelt, lastName: `${spelt} ${spelt}` });
    }
  });

  it('of a Google account are rid of what no name has', async () => {
    const signIn = async (claims: Record<string, string>) => {
      const rqat = await issuer.token({ email: newAddress(), ...claims });
      const answer = await staffApp.post('user_google_login', undefined, { rqat, ...DEVICE });
      return profile(answer.body.DATA as TestUser);
    };
    expect(await signIn({ given_name: '\u202eNgozi 🎉\n', family_name: 'Eze <3' })).toMatchObject({
      firstName: 'Ngozi',
      lastName: 'Eze',
    });
    expect(await signIn({ given_name: '123', family_name: '🎉', name: '!' })).toMatchObject({
      firstName: 'staffx',
      lastName: '',
    });
  });
});
