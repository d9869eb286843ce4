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

/** A page before anything happened. */
const LONG_AGO = '0946684800001';
const soon = () => String(Date.now() + 1000);

const lacking = (action: string): Recipe =>
  recipe(NO_PERMISSION, async (world) => world.call(action, { ...(await world.goodCall(action)), as: world.clerk }));
const change = (details: string, action: string, over: (world: ContractFixture) => Promise<CallOptions> | CallOptions): Recipe =>
  recipe(details, async (world) => {
    const call = await world.goodCall(action);
    const { query, body, ...rest } = await over(world);
    return world.call(action, {
      ...call,
      ...rest,
      ...(call.query ? { query: { ...call.query, ...query } } : {}),
      ...(call.body ? { body: { ...call.body, ...(body as object) } } : {}),
    });
  });

async function loginOf(world: ContractFixture): Promise<CallOptions> {
  const { email } = await administratorOf(world);
  const pinc = await freshCode(world);
  return { body: { emal: email, pswd: PASSWORD, pinc, dvty: 'Web', dsnm: unique('staff-'), dvnm: 'Firefox' } };
}

async function registrationOf(world: ContractFixture): Promise<CallOptions> {
  const { email, registrationId, totpSecret } = await invite(world);
  const proof = { rgid: registrationId, emal: email, pswd: PASSWORD, pinc: presentCode(totpSecret) };
  return { body: { ...proof, dvty: 'Web', dsnm: unique('staff-'), dvnm: 'Firefox' } };
}

/** With a code of the administrator's own, about somebody else. */
async function withCode(world: ContractFixture): Promise<CallOptions> {
  const [as, { trackingId }] = [await administratorOf(world), await invite(world)];
  return { as, body: { rqvl: trackingId, pinc: await freshCode(world) } };
}

const withCodeRecipes = (action: string) => ({
  'invalid authentication code': change(WRONG_CODE, action, () => ({ body: { pinc: '000000' } })),
  'no matching item': change(NO_DATA, action, () => ({ body: { rqvl: 'STF-NOBODY' } })),
});

/** B4.8: staff. */
export const staff: Section = {
  calls: {
    control_staff_profile_login: loginOf,
    control_staff_profile_create: async (world) => ({ as: await administratorOf(world), body: invitee() }),
    control_staff_profile_register: registrationOf,
    control_staff_register_info: async (world) => ({ query: { rqvl: (await invite(world)).registrationId } }),
    control_staff_profile_disable: async (world) => ({
      as: await administratorOf(world),
      query: { rquxid: (await invite(world)).trackingId },
    }),
    control_staff_profile_get: async (world) => ({ as: await administratorOf(world) }),
    control_staff_profile_update: async (world) => ({
      as: await administratorOf(world),
      body: { requxid: (await invite(world)).trackingId, ...GROUPS },
    }),
    control_staff_profile_info: async (world) => {
      const as = await administratorOf(world);
      return { as, query: { uxid: as.userid } };
    },
    control_staff_members_fetch: async (world) => ({ as: await administratorOf(world), query: { page: soon() } }),
    control_staff_login_history: async (world) => {
      const as = await administratorOf(world);
      return { as, query: { uxid: as.trackingId, page: soon() } };
    },
    control_staff_twofa_fetch: async (world) => {
      const as = await administratorOf(world);
      return { as, query: { rqvl: as.trackingId } };
    },
    control_staff_twofa_validate: async (world) => ({ as: await administratorOf(world), body: { pinc: await freshCode(world) } }),
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
      'staff already exists': change('This staff member already exists', 'control_staff_profile_create', async (world) => ({
        body: { stemail: (await invite(world)).email },
      })),
      'cannot add yourself': change('You cannot add yourself', 'control_staff_profile_create', async (world) => ({
        body: { stemail: (await administratorOf(world)).email },
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
        async (world) => ({
          query: { rquxid: (await administratorOf(world)).userid },
        }),
      ),
      'cannot disable a super administrator': change(
        'A super administrator cannot be disabled',
        'control_staff_profile_disable',
        async (world) => ({ query: { rquxid: (await invite(world, 'staffControl.superadminx')).trackingId } }),
      ),
      'last active administrator, or could not process': change(NOT_PROCESSED, 'control_staff_profile_disable', () => ({
        query: { rquxid: 'STF-NOBODY' },
      })),
      'lacking permission': lacking('control_staff_profile_disable'),
    },
    control_staff_profile_get: {
      unauthenticated: unsigned('control_staff_profile_get'),
      'no data': recipe(NO_DATA, (world) => world.call('control_staff_profile_get', { as: world.staff })),
    },
    control_staff_profile_update: {
      'modifying own permissions': change(
        'You cannot change your own permissions',
        'control_staff_profile_update',
        async (world) => ({
          body: { requxid: (await administratorOf(world)).trackingId },
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
      unauthenticated: recipe(DENIED, (world) => world.call('control_staff_twofa_fetch')),
      'no matching item': change(NO_DATA, 'control_staff_twofa_fetch', () => ({ query: { rqvl: 'STF-NOBODY' } })),
    },
    control_staff_twofa_validate: {
      'invalid authentication code': change(WRONG_CODE, 'control_staff_twofa_validate', () => ({ body: { pinc: '000000' } })),
    },
    control_staff_twofa_decrypt: withCodeRecipes('control_staff_twofa_decrypt'),
    control_staff_twofa_reset: withCodeRecipes('control_staff_twofa_reset'),
  },
};
