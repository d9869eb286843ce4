import { vi } from 'vitest';
import { Wallets } from '../../../src/ledger/index.js';
import { fault, NO_DATA, NO_RECORD, nothing, type Recipe, recipe, type Section, unsupported } from '../support/section.js';
import { newAddress, type ContractFixture } from '../support/contract-fixture.js';

/** A page parameter that excludes nothing. */
const fromNow = () => String(Date.now() + 1000);

function transfer(details: string | undefined, bodyOf: (fixture: ContractFixture) => object): Recipe {
  return recipe(details, (fixture) => fixture.call('user_transfer_create', { as: fixture.ada, body: bodyOf(fixture) }));
}

/** A4.2: Wallet, deposits, transfers. */
export const wallet: Section = {
  calls: {
    user_wallet_get_info: ({ ada }) => ({ as: ada }),
    user_wallet_history: ({ ada }) => ({ as: ada, query: { rqtp: 'owner', rqvl: ada.userid, page: fromNow() } }),
    user_deposit_order_create: async (fixture) => ({ as: await fixture.newUser(), body: { amount: 100 } }),
    user_deposit_order_fetch: ({ ada }) => ({
      as: ada,
      query: { rqtp: 'status', rqvl: 'pending', page: fromNow() },
    }),
    user_transfer_create: ({ ada, obi }) => ({ as: ada, body: { email: obi.email, amount: 50, messge: 'Thank you' } }),
    user_transfer_fetch: ({ ada }) => ({ as: ada, query: { rqtp: 'sender', rqvl: ada.userid, page: fromNow() } }),
    user_transfer_check_receiver: ({ ada, obi }) => ({ as: ada, query: { rqtype: 'email', rqvalue: obi.email } }),
    user_wallet_activity: ({ ada }) => ({ as: ada, query: { page: fromNow() } }),
  },
  lists: {
    user_wallet_history: async (fixture) => {
      const entry = await fixture.first('user_wallet_history', { as: fixture.ada, query: { rqtp: 'all' } });
      return { transaction: entry['trnxid']!, mk: entry['marker']!, owner: fixture.ada.userid, all: '' };
    },
    user_deposit_order_fetch: async (fixture) => {
      const order = await fixture.first('user_deposit_order_fetch', { as: fixture.ada, query: { rqtp: 'all' } });
      return { mk: order['marker']!, user: fixture.ada.userid, status: 'pending', all: '' };
    },
    user_transfer_fetch: async (fixture) => {
      const transfer = await fixture.first('user_transfer_fetch', { as: fixture.ada, query: { rqtp: 'all' } });
      return { mk: transfer['marker']!, sender: fixture.ada.userid, receiver: fixture.ada.userid, all: '' };
    },
    user_transfer_check_receiver: async (fixture) => ({
      email: fixture.obi.email,
      refid: await fixture.referenceOf(fixture.obi),
    }),
  },
  recipes: {
    user_wallet_get_info: {
      'no record': recipe(NO_RECORD, async (fixture) => {
        const find = vi.spyOn(fixture.get(Wallets), 'find').mockResolvedValueOnce(undefined);
        const answer = await fixture.call('user_wallet_get_info', { as: fixture.newcomer });
        find.mockRestore();
        return answer;
      }),
    },
    user_wallet_history: { 'unsupported type': unsupported('user_wallet_history'), 'no data': nothing('user_wallet_history') },
    user_deposit_order_create: { 'could not process': fault('user_deposit_order_create') },
    user_deposit_order_fetch: { 'no data': nothing('user_deposit_order_fetch') },
    user_transfer_create: {
      'recipient not found': transfer('Recipient not found', () => ({ email: newAddress(), amount: 50 })),
      'cannot transfer to yourself': transfer('You cannot transfer to yourself', ({ ada }) => ({ email: ada.email, amount: 50 })),
      'insufficient funds': transfer('Insufficient funds', ({ obi }) => ({ email: obi.email, amount: 4_999_999 })),
      'below the minimum of 50 Naira': transfer(undefined, ({ obi }) => ({ email: obi.email, amount: 49.99 })),
      'could not process': fault('user_transfer_create'),
    },
    user_transfer_fetch: { 'no data': nothing('user_transfer_fetch') },
    user_transfer_check_receiver: {
      'user with this profile not found': recipe('User with this profile not found', (fixture) =>
        fixture.call('user_transfer_check_receiver', { as: fixture.ada, query: { rqtype: 'email', rqvalue: newAddress() } }),
      ),
    },
    user_wallet_activity: {
      'no data': recipe(NO_DATA, (fixture) => fixture.call('user_wallet_activity', { as: fixture.newcomer })),
    },
  },
};
