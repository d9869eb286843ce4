import { vi } from 'vitest';
import { Wallets } from '../../../src/contexts/wallet/index.js';
import { fault, NO_DATA, NO_RECORD, nothing, type Recipe, recipe, type Section, unsupported } from '../support/section.js';
import { newAddress, type ContractFixture } from '../support/contract-fixture.js';

/** One page that begins now: the page parameter is given and leaves nothing out. */
const fromNow = () => String(Date.now() + 1000);

function transfer(details: string | undefined, bodyOf: (world: ContractFixture) => object): Recipe {
  return recipe(details, (world) => world.call('user_transfer_create', { as: world.ada, body: bodyOf(world) }));
}

/** A4.2: Wallet, deposits, transfers. */
export const wallet: Section = {
  calls: {
    user_wallet_get_info: ({ ada }) => ({ as: ada }),
    user_wallet_history: ({ ada }) => ({ as: ada, query: { rqtp: 'owner', rqvl: ada.userid, page: fromNow() } }),
    user_deposit_order_create: async (world) => ({ as: await world.person(), body: { amount: 100 } }),
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
    user_wallet_history: async (world) => {
      const entry = await world.first('user_wallet_history', { as: world.ada, query: { rqtp: 'all' } });
      return { transaction: entry['trnxid']!, mk: entry['marker']!, owner: world.ada.userid, all: '' };
    },
    user_deposit_order_fetch: async (world) => {
      const order = await world.first('user_deposit_order_fetch', { as: world.ada, query: { rqtp: 'all' } });
      return { mk: order['marker']!, user: world.ada.userid, status: 'pending', all: '' };
    },
    user_transfer_fetch: async (world) => {
      const transfer = await world.first('user_transfer_fetch', { as: world.ada, query: { rqtp: 'all' } });
      return { mk: transfer['marker']!, sender: world.ada.userid, receiver: world.ada.userid, all: '' };
    },
    user_transfer_check_receiver: async (world) => ({ email: world.obi.email, refid: await world.referenceOf(world.obi) }),
  },
  recipes: {
    user_wallet_get_info: {
      'no record': recipe(NO_RECORD, async (world) => {
        const find = vi.spyOn(world.get(Wallets), 'find').mockResolvedValueOnce(undefined);
        const answer = await world.call('user_wallet_get_info', { as: world.newcomer });
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
      'user with this profile not found': recipe('User with this profile not found', (world) =>
        world.call('user_transfer_check_receiver', { as: world.ada, query: { rqtype: 'email', rqvalue: newAddress() } }),
      ),
    },
    user_wallet_activity: {
      'no data': recipe(NO_DATA, (world) => world.call('user_wallet_activity', { as: world.newcomer })),
    },
  },
};
