import type { CallOptions } from '../../support/client.js';
import { NO_DATA, NO_RECORD, recipe, type Recipe, type Section, UNSUPPORTED } from '../support/section.js';
import { newAddress, unique, type ContractFixture } from '../support/contract-fixture.js';

const NO_PERMISSION = "Oops, you don't have the necessary permission for this request";

const soon = () => String(Date.now() + 1000);
const ofAda =
  (parameter = 'uxid') =>
  ({ staff, ada }: ContractFixture): CallOptions => ({ as: staff, query: { [parameter]: ada.userid, page: soon() } });
const lacking = (action: string): Recipe =>
  recipe(NO_PERMISSION, async (world) => world.call(action, { ...(await world.goodCall(action)), as: world.clerk }));
const ofNobody = (action: string, parameter = 'uxid', details = NO_DATA): Recipe =>
  recipe(details, (world) => world.call(action, { as: world.staff, query: { [parameter]: world.unknownMarker } }));

const newTestUser = () => ({
  fsnm: 'Tess',
  lsnm: 'Ter',
  emal: newAddress(),
  pswd: unique('Try-things-'),
  devt: 'mobile',
  devs: '123456789',
  devn: 'Pixel 8',
});

/** Makes one, and finds it. */
async function testUser(world: ContractFixture): Promise<Record<string, string>> {
  const body = newTestUser();
  await world.must('control_test_user_create', { as: world.staff, body });
  return world.first('control_test_user_fetch', { as: world.staff, query: { rqtp: 'email', rqvl: body.emal } });
}

/** B4.8 and B4.3: users as staff see them. */
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
    control_test_user_fetch: async (world) => {
      await testUser(world);
      return { as: world.staff, query: { rqtp: 'all', rqvl: 'false', page: soon() } };
    },
  },
  lists: {
    control_user_wallet_deposit: async (world) => {
      const order = await world.first('user_deposit_order_fetch', { as: world.ada, query: { rqtp: 'all' } });
      return { user: world.ada.userid, status: 'pending', mk: order['marker']!, all: '' };
    },
    control_user_data_list: async (world) => {
      await world.sql("UPDATE user_account SET phone_number = '08031234567' WHERE id = ?", world.ada.userid);
      await world.sql("UPDATE login_record SET country = 'Nigeria' WHERE user_id = ?", world.ada.userid);
      return { email: world.ada.email, phone: '08031234567', status: 'active', country: 'Nigeria', all: '' };
    },
    control_test_user_fetch: async (world) => {
      const [active, archived] = [await testUser(world), await testUser(world)];
      const body = { uxid: archived['userid'], status: 'suspended' };
      await world.must('control_user_modify', { as: world.staff, body });
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
      'unsupported request type': recipe(UNSUPPORTED, (world) =>
        world.call('control_user_wallet_deposit', { as: world.staff, query: { rqtp: 'everything' } }),
      ),
      'no data': recipe(NO_DATA, (world) =>
        world.call('control_user_wallet_deposit', { as: world.staff, query: { rqtp: 'user', rqvl: world.newcomer.userid } }),
      ),
      'lacking permission': lacking('control_user_wallet_deposit'),
    },
    control_user_data_list: {
      'no data': recipe(NO_DATA, (world) =>
        world.call('control_user_data_list', { as: world.staff, query: { rqtp: 'email', rqvl: newAddress() } }),
      ),
      'lacking permission': lacking('control_user_data_list'),
    },
    control_user_data_details: {
      'no data': ofNobody('control_user_data_details'),
      'lacking permission': lacking('control_user_data_details'),
    },
    control_user_modify: {
      'no data': recipe(NO_DATA, (world) =>
        world.call('control_user_modify', { as: world.staff, body: { uxid: world.unknownMarker, fNme: 'X' } }),
      ),
      'nothing to change': recipe('No data to update', (world) =>
        world.call('control_user_modify', { as: world.staff, body: { uxid: world.obi.userid } }),
      ),
      'lacking permission': lacking('control_user_modify'),
    },
    control_test_user_create: {
      'could not process': recipe('Could not process your request', async (world) =>
        world.broken('control_test_user_create', await world.goodCall('control_test_user_create')),
      ),
    },
    control_test_user_fetch: {
      'no matching item': recipe(NO_DATA, (world) =>
        world.call('control_test_user_fetch', { as: world.staff, query: { rqtp: 'mk', rqvl: world.unknownMarker } }),
      ),
      'lacking permission': lacking('control_test_user_fetch'),
    },
  },
};
