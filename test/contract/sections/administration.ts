import type { CallOptions } from '../../support/client.js';
import { NO_DATA, NO_RECORD, recipe, type Recipe, type Section, UNSUPPORTED } from '../support/section.js';
import { newAddress, unique, type ContractFixture } from '../support/contract-fixture.js';

const NO_PERMISSION = "Oops, you don't have the necessary permission for this request";

const soon = () => String(Date.now() + 1000);
const ofAda =
  (parameter = 'uxid') =>
  ({ staff, ada }: ContractFixture): CallOptions => ({ as: staff, query: { [parameter]: ada.userid, page: soon() } });
const lacking = (action: string): Recipe =>
  recipe(NO_PERMISSION, async (fixture) => fixture.call(action, { ...(await fixture.goodCall(action)), as: fixture.clerk }));
const ofNobody = (action: string, parameter = 'uxid', details = NO_DATA): Recipe =>
  recipe(details, (fixture) => fixture.call(action, { as: fixture.staff, query: { [parameter]: fixture.unknownMarker } }));

const newTestUser = () => ({
  fsnm: 'Tess',
  lsnm: 'Ter',
  emal: newAddress(),
  pswd: unique('Try-things-'),
  devt: 'mobile',
  devs: '123456789',
  devn: 'Pixel 8',
});

/** Creates a test user and returns its record. */
async function testUser(fixture: ContractFixture): Promise<Record<string, string>> {
  const body = newTestUser();
  await fixture.must('control_test_user_create', { as: fixture.staff, body });
  return fixture.first('control_test_user_fetch', { as: fixture.staff, query: { rqtp: 'email', rqvl: body.emal } });
}

/** B4.8 and B4.3: user administration. */
export const administration: Section = {
  calls: {
    control_user_trade_history: ofAda(),
    control_user_notice_history: ofAda('rqux'),
    control_user_wallet_transfer: ofAda(),
    control_user_login_history: ofAda(),
    control_user_wallet_deposit: ({ staff, ada }) => ({ as: staff, query: { rqtp: 'user', rqvl: ada.userid, page: soon() } }),
    control_user_data_list: ({ staff, ada }) => ({ as: staff, query: { rqtp: 'email', rqvl: ada.email, page: soon(), pnum: 5 } }),
    control_user_data_details: ({ staff, ada }) => ({ as: staff, query: { uxid: ada.userid } }),
    control_user_modify: ({ staff, obi }) => ({
      as: staff,
      body: { uxid: obi.userid, fNme: 'Obi', lNme: 'Eze', phone: '08031234567', status: 'active', reason: 'By letter' },
    }),
    control_test_user_create: ({ staff }) => ({ as: staff, body: newTestUser() }),
    control_test_user_fetch: async (fixture) => {
      await testUser(fixture);
      return { as: fixture.staff, query: { rqtp: 'all', rqvl: 'false', page: soon() } };
    },
  },
  lists: {
    control_user_wallet_deposit: async (fixture) => {
      const order = await fixture.first('user_deposit_order_fetch', { as: fixture.ada, query: { rqtp: 'all' } });
      return { user: fixture.ada.userid, status: 'pending', mk: order['marker']!, all: '' };
    },
    control_user_data_list: async (fixture) => {
      await fixture.change('user_account', fixture.ada.userid, { phone_number: '08031234567' });
      await fixture.sql("UPDATE login_record SET country = 'Nigeria' WHERE user_id = ?", fixture.ada.userid);
      return { email: fixture.ada.email, phone: '08031234567', status: 'active', country: 'Nigeria', all: '' };
    },
    control_test_user_fetch: async (fixture) => {
      const [active, archived] = [await testUser(fixture), await testUser(fixture)];
      const body = { uxid: archived['userid'], status: 'suspended' };
      await fixture.must('control_user_modify', { as: fixture.staff, body });
      const { marker, userid, email } = active as { marker: string; userid: string; email: string };
      return { userid, email, mk: marker, archive: '', active: '', all: '' };
    },
  },
  recipes: {
    control_user_trade_history: {
      'no record': ofNobody('control_user_trade_history', 'uxid', NO_RECORD),
      'lacking permission': lacking('control_user_trade_history'),
    },
    control_user_notice_history: { 'no data': ofNobody('control_user_notice_history', 'rqux') },
    control_user_wallet_transfer: {
      'no data': ofNobody('control_user_wallet_transfer'),
      'lacking permission': lacking('control_user_wallet_transfer'),
    },
    control_user_login_history: {
      'no data': ofNobody('control_user_login_history'),
      'lacking permission': lacking('control_user_login_history'),
    },
    control_user_wallet_deposit: {
      'unsupported request type': recipe(UNSUPPORTED, (fixture) =>
        fixture.call('control_user_wallet_deposit', { as: fixture.staff, query: { rqtp: 'everything' } }),
      ),
      'no data': recipe(NO_DATA, (fixture) =>
        fixture.call('control_user_wallet_deposit', {
          as: fixture.staff,
          query: { rqtp: 'user', rqvl: fixture.newcomer.userid },
        }),
      ),
      'lacking permission': lacking('control_user_wallet_deposit'),
    },
    control_user_data_list: {
      'no data': recipe(NO_DATA, (fixture) =>
        fixture.call('control_user_data_list', { as: fixture.staff, query: { rqtp: 'email', rqvl: newAddress() } }),
      ),
      'lacking permission': lacking('control_user_data_list'),
    },
    control_user_data_details: {
      'no data': ofNobody('control_user_data_details'),
      'lacking permission': lacking('control_user_data_details'),
    },
    control_user_modify: {
      'no data': recipe(NO_DATA, (fixture) =>
        fixture.call('control_user_modify', { as: fixture.staff, body: { uxid: fixture.unknownMarker, fNme: 'X' } }),
      ),
      'nothing to change': recipe('No data to update', (fixture) =>
        fixture.call('control_user_modify', { as: fixture.staff, body: { uxid: fixture.obi.userid } }),
      ),
      'lacking permission': lacking('control_user_modify'),
    },
    control_test_user_create: {
      'could not process': recipe('Could not process your request', async (fixture) =>
        fixture.broken('control_test_user_create', await fixture.goodCall('control_test_user_create')),
      ),
    },
    control_test_user_fetch: {
      'no matching item': recipe(NO_DATA, (fixture) =>
        fixture.call('control_test_user_fetch', { as: fixture.staff, query: { rqtp: 'mk', rqvl: fixture.unknownMarker } }),
      ),
      'lacking permission': lacking('control_test_user_fetch'),
    },
  },
};
