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
    user_profile_create: async (fixture) => ({
      body: {
        fsnm: 'Ngozi',
        lsnm: 'Eze',
        emal: newAddress(),
        pswd: 'Correct-horse-7',
        ...DEVICE,
        refx: await fixture.referenceOf(fixture.ada),
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
    user_profile_logout: async (fixture) => ({ as: await fixture.session(fixture.obi) }),
    user_google_login: async ({ issuer }) => ({
      body: { rqat: await issuer.token({ email: newAddress() }), ...DEVICE, ...PUSH, phtk: unique('token-') },
    }),
    user_authentication: async (fixture) => ({ as: await fixture.session(fixture.obi) }),
    authentication_verify: ({ ada }) => ({ as: ada }),
    user_profile_get_info: ({ ada }) => ({ as: ada }),
    user_profile_update: ({ obi }) => ({ as: obi, body: { fNme: 'Obinna', lNme: 'Eze' } }),
    user_password_change: async (fixture) => {
      const as = await fixture.newUser();
      return { as, body: { pswd: as.password, npwd: NEW_PASSWORD } };
    },
    user_password_reset: async (fixture) => {
      const { email } = await fixture.newUser();
      return { body: { emal: email, pswd: NEW_PASSWORD, code: await fixture.codeSentTo(email, 1) } };
    },
    user_email_verify_send: () => ({ query: { emal: newAddress() } }),
    user_email_verify: async (fixture) => ({ query: { emal: fixture.ada.email, code: await fixture.welcomeCode(fixture.ada) } }),
    user_email_update: async (fixture) => {
      const emal = newAddress();
      return { as: await fixture.newUser(), query: { emal, code: await fixture.codeSentTo(emal) } };
    },
    user_email_confirm: async (fixture) => {
      const as = await fixture.newUser();
      return { as, query: { code: await fixture.welcomeCode(as) } };
    },
  },
  lists: {},
  recipes: {
    user_profile_create: {
      'email already registered': recipe(undefined, async (fixture) => {
        const { body } = await fixture.goodCall('user_profile_create');
        return fixture.call('user_profile_create', { body: { ...(body as object), emal: fixture.obi.email.toUpperCase() } });
      }),
      'registration failed': fault('user_profile_create'),
    },
    user_profile_login: {
      'incorrect credentials': recipe('Incorrect credentials', ({ obi, ...fixture }) => {
        const body = { emal: obi.email, pswd: 'Wrong-horse-7', dvty: 'Web', dsnm: 'x' };
        return fixture.service.client.post('user_profile_login', { body });
      }),
      'internal error': fault('user_profile_login', 'Internal server error'),
    },
    user_profile_logout: { unauthenticated: unsigned('user_profile_logout'), 'could not process': fault('user_profile_logout') },
    user_google_login: {
      'token rejected': recipe(undefined, async (fixture) => {
        const rqat = await fixture.issuer.token({ email: newAddress() }, { audience: 'somebody-else' });
        return fixture.call('user_google_login', { body: { rqat, devt: 'Web', devs: 'x', devn: 'x' } });
      }),
      'unknown failure': fault('user_google_login'),
    },
    user_authentication: {
      'invalid or expired token': recipe(DENIED, async (fixture) => {
        const as = await fixture.session(fixture.obi);
        await fixture.must('user_profile_logout', { as });
        return fixture.call('user_authentication', { as });
      }),
      'no permission': recipe(DENIED, async (fixture) => {
        const as = await fixture.newUser();
        await fixture.must('authentication_verify', { as });
        await fixture.change('user_account', as.userid, { status: 'suspended' });
        return fixture.call('user_authentication', { as });
      }),
      'server error': fault('user_authentication'),
    },
    authentication_verify: {
      unauthenticated: unsigned('authentication_verify'),
      'could not process': fault('authentication_verify'),
    },
    user_profile_get_info: {
      unauthenticated: unsigned('user_profile_get_info'),
      'user not found': recipe(NO_RECORD, async (fixture) => {
        const as = await fixture.newUser();
        await fixture.must('authentication_verify', { as });
        await fixture.sql('DELETE FROM user_account WHERE id = ?', as.userid);
        return fixture.call('user_profile_get_info', { as });
      }),
      'server error': fault('user_profile_get_info'),
    },
    user_profile_update: {
      unauthenticated: unsigned('user_profile_update'),
      'nothing to update': recipe(undefined, (fixture) =>
        fixture.call('user_profile_update', { as: fixture.obi, body: { phone: '1' } }),
      ),
      'could not process': fault('user_profile_update'),
    },
    user_password_change: {
      'test account': byTester('user_password_change'),
      'reused password': recipe(undefined, (fixture) => {
        const { password } = fixture.obi;
        return fixture.call('user_password_change', { as: fixture.obi, body: { pswd: password, npwd: password } });
      }),
      'wrong current password or unauthenticated': recipe(undefined, (fixture) =>
        fixture.call('user_password_change', { as: fixture.obi, body: { pswd: 'Wrong-horse-7', npwd: 'Another-horse-8' } }),
      ),
      'could not process': fault('user_password_change'),
    },
    user_password_reset: {
      'test account': recipe(NOT_FOR_TESTERS, async (fixture) => {
        const { email } = fixture.tester;
        const body = { emal: email, pswd: 'Another-horse-8', code: await fixture.codeSentTo(email, 1) };
        return fixture.call('user_password_reset', { body });
      }),
      'password used before': recipe(undefined, async (fixture) => {
        const { email, password } = await fixture.newUser();
        const code = await fixture.codeSentTo(email, 1);
        return fixture.call('user_password_reset', { body: { emal: email, pswd: password, code } });
      }),
      'invalid verification code': recipe(WRONG_CODE, (fixture) =>
        fixture.call('user_password_reset', { body: { emal: fixture.obi.email, pswd: 'Another-horse-8', code: WRONG } }),
      ),
      'e-mail not linked to any account': recipe(undefined, async (fixture) => {
        const emal = newAddress();
        return fixture.call('user_password_reset', {
          body: { emal, pswd: 'Another-horse-8', code: await fixture.codeSentTo(emal) },
        });
      }),
    },
    user_email_verify_send: { 'could not process': fault('user_email_verify_send') },
    user_email_verify: {
      'incorrect code': recipe(WRONG_CODE, (fixture) =>
        fixture.call('user_email_verify', { query: { emal: fixture.obi.email, code: WRONG } }),
      ),
      'could not process': fault('user_email_verify'),
    },
    user_email_update: {
      'incorrect code': recipe(WRONG_CODE, async (fixture) => {
        const emal = newAddress();
        await fixture.codeSentTo(emal);
        return fixture.call('user_email_update', { as: fixture.obi, query: { emal, code: WRONG } });
      }),
      'address already linked to an account': recipe(undefined, async (fixture) => {
        const { email } = await fixture.newUser();
        const code = await fixture.codeSentTo(email, 1);
        return fixture.call('user_email_update', { as: fixture.obi, query: { emal: email, code } });
      }),
      'could not process': fault('user_email_update'),
    },
    user_email_confirm: {
      'incorrect code': recipe(WRONG_CODE, (fixture) =>
        fixture.call('user_email_confirm', { as: fixture.obi, query: { code: WRONG } }),
      ),
    },
  },
};
