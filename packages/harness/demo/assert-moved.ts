import { assertEqual } from './assert-equal.js';
import type { Customer } from './customer.js';
import { naira, type Terminal } from './terminal.js';

/** Asserts the change of the balance since the last call, to the kobo. */
export async function assertMoved(terminal: Terminal, user: Customer, amount: number): Promise<void> {
  const { balance } = await user.client.call('user_wallet_get_info');
  user.balance = (Math.round(user.balance * 100) + Math.round(amount * 100)) / 100;
  terminal.field(
    `${user.name}'s wallet`,
    `${naira(balance)}  (${amount > 0 ? '+' : ''}${amount === 0 ? 'as before' : naira(amount)})`,
  );
  assertEqual(`${user.name}'s balance`, balance, user.balance);
}
