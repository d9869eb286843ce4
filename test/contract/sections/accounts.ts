import { byTester, DENIED, fault, NO_RECORD, NOT_FOR_TESTERS, recipe, type Section, unsigned } from '../support/section.js';
import { newAddress, unique } from '../support/contract-fixture.js';

const DEVICE = { devt: 'iOS', devs: 'contract-1', devn: 'iPhone' };
const PUSH = { tktp: 'fcm', chid: 'main' };
const NEW_PASSWORD = 'Another-horse-8';
const WRONG_CODE = 'Incorrect verification code';
const WRONG = '000000';

/** A4.1: User accounts and sessions. */
export const accounts: Section = {
  calls: {
    user_profile_create: async (world) => ({
      body: {
        fsnm: 'Ngozi',
        lsnm: 'Eze',
        emal: newAddress(),
        pswd: 'Correct-horse-7',
        ...DEVICE,
        refx: await world.referenceOf(world.ada),
        ...PUSH,
        phtk: unique('token-'),
      },
    }),
    user_profile_login: ({ obi }) => ({
      body: {
        emal: obi.email,
        pswd: obi.password,
        dvty: 'Web',
        dsnm: 'contract',
        dvnm: 'Firefox',
        ...PUSH,
        phtk: unique('token-'),
      },
    }),
    user_profile_logout: async (world) => ({ as: await world.session(world.obi) }),
    user_google_login: async ({ issuer }) => ({
      body: { rqat: await issuer.token({ email: newAddress() }), ...DEVICE, ...PUSH, phtk: unique('token-') },
    }),
    user_authentication: async (world) => ({ as: await world.session(world.obi) }),
    authentication_verify: ({ ada }) => ({ as: ada }),
    user_profile_get_info: ({ ada }) => ({ as: ada }),
    user_profile_update: ({ obi }) => ({ as: obi, body: { fNme: 'Obinna', lNme: 'Eze' } }),
    user_password_change: async (world) => {
      const as = await world.person();
      return { as, body: { pswd: as.password, npwd: NEW_PASSWORD } };
    },
    user_password_reset: async (world) => {
      const { email } = await world.person();
      return { body: { emal: email, pswd: NEW_PASSWORD, code: await world.codeSentTo(email, 1) } };
    },
    user_email_verify_send: () => ({ query: { emal: newAddress() } }),
    user_email_verify: async (world) => ({ query: { emal: world.ada.email, code: await world.welcomeCode(world.ada) } }),
    user_email_update: async (world) => {
      const emal = newAddress();
      return { as: await world.person(), query: { emal, code: await world.codeSentTo(emal) } };
    },
    user_email_confirm: async (world) => {
      const as = await world.person();
      return { as, query: { code: await world.welcomeCode(as) } };
    },
  },
  lists: {},
  recipes: {
    user_profile_create: {
      'email already registered': recipe(undefined, async (world) => {
        const { body } = await world.goodCall('user_profile_create');
        return world.call('user_profile_create', { body: { ...(body as object), emal: world.obi.email.toUpperCase() } });
      }),
      'registration failed': fault('user_profile_create'),
    },
    user_profile_login: {
      'incorrect credentials': recipe('Incorrect credentials', ({ obi, ...world }) => {
        const body = { emal: obi.email, pswd: 'Wrong-horse-7', dvty: 'Web', dsnm: 'x' };
        return world.service.client.post('user_profile_login', { body });
      }),
      'internal error': fault('user_profile_login', 'Internal server error'),
    },
    user_profile_logout: { unauthenticated: unsigned('user_profile_logout'), 'could not process': fault('user_profile_logout') },
    user_google_login: {
      'token rejected': recipe(undefined, async (world) => {
        const rqat = await world.issuer.token({ email: newAddress() }, { audience: 'somebody-else' });
        return world.call('user_google_login', { body: { rqat, devt: 'Web', devs: 'x', devn: 'x' } });
      }),
      'unknown failure': fault('user_google_login'),
    },
    user_authentication: {
      'invalid or expired token': recipe(DENIED, async (world) => {
        const as = await world.session(world.obi);
        await world.must('user_profile_logout', { as });
        return world.call('user_authentication', { as });
      }),
      'no permission': recipe(DENIED, async (world) => {
        const as = await world.person();
        await world.must('authentication_verify', { as });
        await world.sql("UPDATE user_account SET status = 'suspended' WHERE id = ?", as.userid);
        return world.call('user_authentication', { as });
      }),
      'server error': fault('user_authentication'),
    },
    authentication_verify: {
      unauthenticated: unsigned('authentication_verify'),
      'could not process': fault('authentication_verify'),
    },
    user_profile_get_info: {
      unauthenticated: unsigned('user_profile_get_info'),
      'user not found': recipe(NO_RECORD, async (world) => {
        const as = await world.person();
        await world.must('authentication_verify', { as });
        await world.sql('DELETE FROM user_account WHERE id = ?', as.userid);
        return world.call('user_profile_get_info', { as });
      }),
      'server error': fault('user_profile_get_info'),
    },
    user_profile_update: {
      unauthenticated: unsigned('user_profile_update'),
      'nothing to update': recipe(undefined, (world) =>
        world.call('user_profile_update', { as: world.obi, body: { phone: '1' } }),
      ),
      'could not process': fault('user_profile_update'),
    },
    user_password_change: {
      'test account': byTester('user_password_change'),
      'reused password': recipe(undefined, (world) => {
        const { password } = world.obi;
        return world.call('user_password_change', { as: world.obi, body: { pswd: password, npwd: password } });
      }),
      'wrong current password or unauthenticated': recipe(undefined, (world) =>
        world.call('user_password_change', { as: world.obi, body: { pswd: 'Wrong-horse-7', npwd: 'Another-horse-8' } }),
      ),
      'could not process': fault('user_password_change'),
    },
    user_password_reset: {
      'test account': recipe(NOT_FOR_TESTERS, async (world) => {
        const { email } = world.tester;
        const body = { emal: email, pswd: 'Another-horse-8', code: await world.codeSentTo(email, 1) };
        return world.call('user_password_reset', { body });
      }),
      'password used before': recipe(undefined, async (world) => {
        const { email, password } = await world.person();
        const code = await world.codeSentTo(email, 1);
        return world.call('user_password_reset', { body: { emal: email, pswd: password, code } });
      }),
      'invalid verification code': recipe(WRONG_CODE, (world) =>
        world.call('user_password_reset', { body: { emal: world.obi.email, pswd: 'Another-horse-8', code: WRONG } }),
      ),
      'e-mail not linked to any account': recipe(undefined, async (world) => {
        const emal = newAddress();
        return world.call('user_password_reset', { body: { emal, pswd: 'Another-horse-8', code: await world.codeSentTo(emal) } });
      }),
    },
    user_email_verify_send: { 'could not process': fault('user_email_verify_send') },
    user_email_verify: {
      'incorrect code': recipe(WRONG_CODE, (world) =>
        world.call('user_email_verify', { query: { emal: world.obi.email, code: WRONG } }),
      ),
      'could not process': fault('user_email_verify'),
    },
    user_email_update: {
      'incorrect code': recipe(WRONG_CODE, async (world) => {
        const emal = newAddress();
        await world.codeSentTo(emal);
        return world.call('user_email_update', { as: world.obi, query: { emal, code: WRONG } });
      }),
      'address already linked to an account': recipe(undefined, async (world) => {
        const { email } = await world.person();
        const code = await world.codeSentTo(email, 1);
        return world.call('user_email_update', { as: world.obi, query: { emal: email, code } });
      }),
      'could not process': fault('user_email_update'),
    },
    user_email_confirm: {
      'incorrect code': recipe(WRONG_CODE, (world) =>
        world.call('user_email_confirm', { as: world.obi, query: { code: WRONG } }),
      ),
    },
  },
};
