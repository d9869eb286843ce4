import { CreateAdministrator } from '../../../src/contexts/staff/members/create-administrator.js';
import type { CallOptions } from '../../support/client.js';
import { administratorOf, freshCode, invite, PASSWORD, presentCode } from '../support/administrator.js';
import { DENIED, fault, NO_DATA, NOT_PROCESSED, recipe, type Recipe, type Section, unsigned } from '../support/section.js';
import { newAddress, unique, type ContractFixture } from '../support/contract-fixture.js';

const NO_PERMISSION = "Oops, you don't have the necessary permission for this request";
const WRONG_CODE = 'Invalid authentication code';

const GROUPS = {
  staffcx: { getDataList: 'YES' },
  statscx: { activeUsers: 'YES', newUserStat: 'NO' },
  offercx: {},
  helpscx: { viewDetails: 'YES' },
  userscx: { getDataList: 'YES' },
  othercx: { getFeedback: 'NO' },
};
const invitee = (stemail = newAddress()) => ({
  stemail,
  stphone: '+2348031234567',
  stxrole: 'Clerk',
  stxdept: 'Care',
  stafbio: 'Answers letters.',
  ...GROUPS,
});

/** A page before the first record. */
const LONG_AGO = '0946684800001';
const soon = () => String(Date.now() + 1000);

const lacking = (action: string): Recipe =>
  recipe(NO_PERMISSION, async (fixture) => fixture.call(action, { ...(await fixture.goodCall(action)), as: fixture.clerk }));
const change = (
  details: string,
  action: string,
  over: (fixture: ContractFixture) => Promise<CallOptions> | CallOptions,
): Recipe =>
  recipe(details, async (fixture) => {
    const call = await fixture.goodCall(action);
    const { query, body, ...rest } = await over(fixture);
    return fixture.call(action, {
      ...call,
      ...rest,
      ...(call.query ? { query: { ...call.query, ...query } } : {}),
      ...(call.body ? { body: { ...call.body, ...(body as object) } } : {}),
    });
  });

async function loginOf(fixture: ContractFixture): Promise<CallOptions> {
  const { email } = await administratorOf(fixture);
  const pinc = await freshCode(fixture);
  return { body: { emal: email, pswd: PASSWORD, pinc, dvty: 'Web', dsnm: unique('staff-'), dvnm: 'Firefox' } };
}

async function registrationOf(fixture: ContractFixture): Promise<CallOptions> {
  const { email, registrationId, totpSecret } = await invite(fixture);
  const proof = { rgid: registrationId, emal: email, pswd: PASSWORD, pinc: presentCode(totpSecret) };
  return { body: { ...proof, dvty: 'Web', dsnm: unique('staff-'), dvnm: 'Firefox' } };
}

/** A call about another staff member, with the administrator's own code. */
async function withCode(fixture: ContractFixture): Promise<CallOptions> {
  const [as, { trackingId }] = [await administratorOf(fixture), await invite(fixture)];
  return { as, body: { rqvl: trackingId, pinc: await freshCode(fixture) } };
}

const withCodeRecipes = (action: string) => ({
  'invalid authentication code': change(WRONG_CODE, action, () => ({ body: { pinc: '000000' } })),
  'no matching item': change(NO_DATA, action, () => ({ body: { rqvl: 'STF-NOBODY' } })),
});

/** B4.8: staff. */
export const staff: Section = {
  calls: {
    control_staff_profile_login: loginOf,
    control_staff_profile_create: async (fixture) => ({ as: await administratorOf(fixture), body: invitee() }),
    control_staff_profile_register: registrationOf,
    control_staff_register_info: async (fixture) => ({ query: { rqvl: (await invite(fixture)).registrationId } }),
    control_staff_profile_disable: async (fixture) => ({
      as: await administratorOf(fixture),
      query: { rquxid: (await invite(fixture)).trackingId },
    }),
    control_staff_profile_get: async (fixture) => ({ as: await administratorOf(fixture) }),
    control_staff_profile_update: async (fixture) => ({
      as: await administratorOf(fixture),
      body: { requxid: (await invite(fixture)).trackingId, ...GROUPS },
    }),
    control_staff_profile_info: async (fixture) => {
      const as = await administratorOf(fixture);
      return { as, query: { uxid: as.userid } };
    },
    control_staff_members_fetch: async (fixture) => ({ as: await administratorOf(fixture), query: { page: soon() } }),
    control_staff_login_history: async (fixture) => {
      const as = await administratorOf(fixture);
      return { as, query: { uxid: as.trackingId, page: soon() } };
    },
    control_staff_twofa_fetch: async (fixture) => {
      const as = await administratorOf(fixture);
      return { as, query: { rqvl: as.trackingId } };
    },
    control_staff_twofa_validate: async (fixture) => ({
      as: await administratorOf(fixture),
      body: { pinc: await freshCode(fixture) },
    }),
    control_staff_twofa_decrypt: withCode,
    control_staff_twofa_reset: withCode,
  },
  lists: {},
  recipes: {
    control_staff_profile_login: {
      'could not process': fault('control_staff_profile_login'),
      'invalid authentication code': change(WRONG_CODE, 'control_staff_profile_login', () => ({ body: { pinc: '000000' } })),
      'incorrect credentials': change('Incorrect credentials', 'control_staff_profile_login', () => ({
        body: { pswd: 'Wrong-horse-7' },
      })),
    },
    control_staff_profile_create: {
      'staff already exists': change('This staff member already exists', 'control_staff_profile_create', async (fixture) => ({
        body: { stemail: (await invite(fixture)).email },
      })),
      'cannot add yourself': change('You cannot add yourself', 'control_staff_profile_create', async (fixture) => ({
        body: { stemail: (await administratorOf(fixture)).email },
      })),
      'could not process': fault('control_staff_profile_create'),
      'lacking permission': lacking('control_staff_profile_create'),
    },
    control_staff_profile_register: {
      'could not process': fault('control_staff_profile_register'),
      'invalid authentication code': change(WRONG_CODE, 'control_staff_profile_register', () => ({ body: { pinc: '000000' } })),
      'incorrect credentials': change('Incorrect credentials', 'control_staff_profile_register', () => ({
        body: { emal: newAddress() },
      })),
    },
    control_staff_register_info: {
      'no matching item': change(NO_DATA, 'control_staff_register_info', () => ({ query: { rqvl: 'nobody' } })),
    },
    control_staff_profile_disable: {
      'cannot disable own account': change(
        'You cannot disable your own account',
        'control_staff_profile_disable',
        async (fixture) => ({
          query: { rquxid: (await administratorOf(fixture)).userid },
        }),
      ),
      'cannot disable a super administrator': change(
        'A super administrator cannot be disabled',
        'control_staff_profile_disable',
        async (fixture) => {
          const { profile } = await fixture.get(CreateAdministrator).execute({ email: newAddress() });
          return { query: { rquxid: profile.trackingId } };
        },
      ),
      'last active administrator, or could not process': change(NOT_PROCESSED, 'control_staff_profile_disable', () => ({
        query: { rquxid: 'STF-NOBODY' },
      })),
      'lacking permission': lacking('control_staff_profile_disable'),
    },
    control_staff_profile_get: {
      unauthenticated: unsigned('control_staff_profile_get'),
      'no data': recipe(NO_DATA, (fixture) => fixture.call('control_staff_profile_get', { as: fixture.staff })),
    },
    control_staff_profile_update: {
      'modifying own permissions': change(
        'You cannot change your own permissions',
        'control_staff_profile_update',
        async (fixture) => ({
          body: { requxid: (await administratorOf(fixture)).trackingId },
        }),
      ),
      'lacking permission': lacking('control_staff_profile_update'),
    },
    control_staff_profile_info: {
      unauthenticated: unsigned('control_staff_profile_info'),
      'no data': change(NO_DATA, 'control_staff_profile_info', () => ({ query: { uxid: 'STF-NOBODY' } })),
    },
    control_staff_members_fetch: {
      'no data': change(NO_DATA, 'control_staff_members_fetch', () => ({ query: { page: LONG_AGO } })),
    },
    control_staff_login_history: {
      'no data': change(NO_DATA, 'control_staff_login_history', () => ({ query: { uxid: 'STF-NOBODY' } })),
    },
    control_staff_twofa_fetch: {
      unauthenticated: recipe(DENIED, (fixture) => fixture.call('control_staff_twofa_fetch')),
      'no matching item': change(NO_DATA, 'control_staff_twofa_fetch', () => ({ query: { rqvl: 'STF-NOBODY' } })),
    },
    control_staff_twofa_validate: {
      'invalid authentication code': change(WRONG_CODE, 'control_staff_twofa_validate', () => ({ body: { pinc: '000000' } })),
    },
    control_staff_twofa_decrypt: withCodeRecipes('control_staff_twofa_decrypt'),
    control_staff_twofa_reset: withCodeRecipes('control_staff_twofa_reset'),
  },
};
