/** Payouts to banks: by the sandbox, and by simulators of the real providers. */
import type { RunningPayer } from '../../simulators/console/simulators.js';
import { assertEqual } from './assert-equal.js';
import type { Customer } from './customer.js';
import { assertMoved } from './assert-moved.js';
import type { DemoService } from './service.js';
import { naira, type Terminal } from './terminal.js';

const BANK = 'gtbank';
const LANDLORD = '0123456789';
/** A fee of 10 up to 5,000, and VAT on it. */
const SMALL_CHARGES = 10.75;

/** One that is saved and paid, one that takes its time, one that is refused, and one that comes back. */
export async function payOutBySandbox(service: DemoService, terminal: Terminal, payer: Customer): Promise<void> {
  terminal.step(`${payer.name} saves a landlord, and pays the rent to a bank`);
  const account = { code: BANK, account: LANDLORD };
  const { MKID: payee } = await payer.client.call('user_payee_create', { kind: 'bank', label: 'Landlord', ...account });
  const { message, transact } = await payer.client.call('user_payout_create', { payee, amount: 2_000, messge: 'Rent' });
  terminal.success(message);
  const paid = await payoutOf(payer, transact);
  assertEqual('the status of the payout', paid.status, 'complete');
  terminal.field('To', `${paid.name}, ${paid.bank} ${paid.account}`);
  terminal.field('Session of the rail', paid.session);
  await assertMoved(terminal, payer, -paid.total);

  terminal.step('The bank takes its time, refuses, or gives the money back');
  await payOut(terminal, payer, '2034560001', 300, 'complete');
  await assertMoved(terminal, payer, -300);
  await payOut(terminal, payer, '2034560002', 400, 'failed');
  await assertMoved(terminal, payer, 0);
  const returned = await payOut(terminal, payer, '2034560003', 500, 'complete');
  await assertMoved(terminal, payer, -500);
  const { exitCode, output } = await service.runCommand('sandbox:outcome', returned, 'returned');
  if (exitCode !== 0) throw new Error(`sandbox:outcome exits with ${exitCode}\n${output}`);
  await waitForEnd(terminal, payer, returned, 'returned');
  await assertMoved(terminal, payer, 500);
}

export async function payOutByProviders(
  terminal: Terminal,
  payer: Customer,
  [first, second]: readonly [RunningPayer, RunningPayer],
): Promise<void> {
  const { books, scenarios, answers } = first.running.payouts;
  terminal.step(`${payer.name} pays to a bank by ${first.title}, which asks first whether that was ordered`);
  await payOut(terminal, payer, LANDLORD, 10_000, 'complete');
  assertEqual('what the service answered', answers.at(-1)?.said, 'yes');
  assertPaid(first, LANDLORD);
  // A fee of 25, VAT of 7.5 % on it, and stamp duty from 10,000 on.
  await assertMoved(terminal, payer, -(10_000 + 25 + 1.88 + 50));

  terminal.step(`${first.title} pays and never says so`);
  const silent = '0223456789';
  scenarios.next({ end: 'paid', answer: 'done_then_hang' });
  await payOut(terminal, payer, silent, 1_500, 'complete');
  assertPaid(first, silent);
  await assertMoved(terminal, payer, -(1_500 + SMALL_CHARGES));

  terminal.step(`Our balance with ${first.title} is used up, so ${second.title} pays`);
  const other = '0323456789';
  const { floatKobo } = books;
  books.floatKobo = 0;
  await payOut(terminal, payer, other, 1_200, 'complete');
  books.floatKobo = floatKobo;
  assertPaid(second, other);
  assertEqual(
    `payouts to it by ${first.title}`,
    [...books.payouts.values()].filter(({ account }) => account === other).length,
    0,
  );
  await assertMoved(terminal, payer, -(1_200 + SMALL_CHARGES));

  terminal.step('The receiving bank refuses one, and gives another one back');
  scenarios.next({ end: 'failed' });
  await payOut(terminal, payer, '0423456789', 800, 'failed');
  await assertMoved(terminal, payer, 0);
  const back = '0523456789';
  const returned = await payOut(terminal, payer, back, 900, 'complete');
  await assertMoved(terminal, payer, -(900 + SMALL_CHARGES));
  await first.running.payouts.reverse(assertPaid(first, back));
  await waitForEnd(terminal, payer, returned, 'returned');
  await assertMoved(terminal, payer, 900 + SMALL_CHARGES);
}

/** @returns its id, once it has come to this end */
async function payOut(
  terminal: Terminal,
  { client, ...payer }: Customer,
  account: string,
  amount: number,
  end: string,
): Promise<string> {
  const { name } = await client.call('user_bank_resolve', { code: BANK, account });
  const { message, transact } = await client.call('user_payout_create', { code: BANK, account, name, amount });
  terminal.success(`${message}: ${naira(amount)} to ${name}`);
  await waitForEnd(terminal, { client, ...payer }, transact, end);
  return transact;
}

async function waitForEnd(terminal: Terminal, payer: Customer, id: string, end: string): Promise<void> {
  const { status } = await terminal.waitFor('The service asks the provider', async () => {
    const found = await payoutOf(payer, id);
    return (found.status === end || found.status === 'failed') && found;
  });
  assertEqual('the status of the payout', status, end);
  terminal.success(`The payout is ${status}${status === 'complete' ? '' : ', the money came back'}`);
}

async function payoutOf({ client }: Customer, id: string) {
  const [found] = (await client.call('user_payout_fetch', { rqtp: 'mk', rqvl: id })).result;
  if (!found) throw new Error(`there is no payout ${id}`);
  return found;
}

/** @returns its reference; once, and not twice */
function assertPaid({ title, running }: RunningPayer, account: string): string {
  const ours = [...running.payouts.books.payouts.values()].filter((payout) => payout.account === account);
  assertEqual(
    `payments by ${title}`,
    ours.map(({ payments }) => payments),
    [1],
  );
  return ours[0]!.reference;
}
