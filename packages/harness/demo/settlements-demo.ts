/**
 * What the accountants of a company see after its customers' day: money between its bank and its providers, booked from the bank's
 * statement by two members of staff, and everything that agrees afterwards.
 */
import type { HarmattanClient, Input, Item } from '@harmattan/client';
import type { Simulators } from '../../simulators/console/simulators.js';
import { type Administrator, createAdministrator } from './administrator.js';
import { assertEqual } from './assert-equal.js';
import { BANK, type BankLine, linesOf, type Tax, taxName, writeStatement } from './bank-statement.js';
import type { CommandResult } from '../servers/processes.js';
import type { DemoService } from './service.js';
import { naira, type Terminal } from './terminal.js';

const WIDEST_NAME = 28;

type SettledLine = Input<'control_statement_settle'>['lines'][number];
type Statement = Extract<Item<'control_statement_fetch'>, { lines: object[] }>;

export async function settle(service: DemoService, terminal: Terminal, simulators: Simulators): Promise<void> {
  terminal.step('Chidi and Ngozi keep the books: one proposes, the other one approves');
  const [chidi, ngozi] = await Promise.all([
    createAdministrator(service, terminal, { firstName: 'Chidi', lastName: 'Eze' }),
    createAdministrator(service, terminal, { firstName: 'Ngozi', lastName: 'Bello' }),
  ]);
  await Promise.all([chidi.signIn(), ngozi.signIn()]);
  const { day } = await chidi.client.call('control_safeguarding_fetch', { rqtp: 'day' });
  const month = day.slice(0, 7);
  const due = await taxesOf(chidi.client, month);
  for (const { kind, amount } of due) terminal.field(`${taxName(kind)} charged`, naira(amount));

  terminal.step('The statement of the bank has the day, and the books have none of it');
  const lines = linesOf(simulators, due, month);
  const file = writeStatement(service, day, lines);
  const reconcileBank = () => service.runCommand('reconcile', '--bank', BANK, '--day', day, '--file', file, '--json');
  const imported = await terminal.withSpinner('reconcile --bank', reconcileBank);
  const { statement, missingHere } = JSON.parse(imported.output) as { statement: string; missingHere: number };
  assertEqual(
    'the exit code of reconcile, and lines that are missing in the books',
    [imported.exitCode, missingHere],
    [1, lines.length],
  );
  for (const { description, amountKobo } of lines) terminal.field(description, naira(amountKobo / 100).padStart(12));

  await bookLines(terminal, [chidi, ngozi], statement, lines);
  const again = await terminal.withSpinner('reconcile --bank', reconcileBank);
  assertAgreed('the bank', again);
  terminal.success(`Reconciled with the bank: ${lines.length} lines, no difference`);
  await compareBalances(service, terminal, simulators, day);
  await readBooks(terminal, chidi.client, day);
}

async function bookLines(
  terminal: Terminal,
  [clerk, approver]: readonly [Administrator, Administrator],
  statement: string,
  expected: readonly BankLine[],
): Promise<void> {
  terminal.step(`${clerk.name} proposes what each line is, as it is suggested, and ${approver.name} approves`);
  const lines = await linesAt(clerk.client, statement);
  assertEqual(
    'what the lines are taken for',
    lines.map(({ kind }) => kind),
    expected.map(({ kind }) => kind),
  );
  const { MKID: reqv } = await clerk.client.call('control_statement_settle', {
    reqv: statement,
    lines: lines.map(({ marker, kind, provider, account }) => {
      const about = { ...(provider && { provider }), ...(account && { account }) };
      return { line: marker, kind, ...about } as SettledLine;
    }),
    reason: 'Statement of the day',
  });
  const decision = { reqv, decision: 'approve', pinc: await approver.authenticator.next() } as const;
  const { status } = await approver.client.call('control_proposal_decide', decision);
  assertEqual('the status of the proposal', status, 'executed');
  await terminal.waitFor('Every line is booked', async () => {
    const { accounts } = await clerk.client.call('control_books_fetch');
    const balance = accounts.find(({ account }) => account === `system:bank:${BANK}`)?.balance ?? 0;
    return Math.round(balance * 100) === -expected.reduce((sum, { amountKobo }) => sum + amountKobo, 0);
  });
  for (const [kind, count] of countsOf(lines.map((line) => line.kind)))
    terminal.field(kind.replaceAll('_', ' '), `${count} ${count === 1 ? 'line' : 'lines'}`);
}

/** Floats by the providers' own books; of deposits nothing may be left. */
async function compareBalances(service: DemoService, terminal: Terminal, simulators: Simulators, day: string): Promise<void> {
  terminal.step('Every provider states our balance with it');
  const { billers, payers } = simulators;
  const asked = [
    ...billers.map(({ name, title, running }) => ({ name, title, statedKobo: running.books.floatKobo })),
    ...payers.map(({ name, title, running }) => {
      return { name: `${name}-payouts`, title: `${title}, payouts`, statedKobo: running.payouts.books.floatKobo };
    }),
  ];
  await Promise.all(
    asked.map(async ({ name, title, statedKobo }) => {
      const stated = (statedKobo / 100).toFixed(2);
      const command = ['reconcile', '--provider', name, '--day', day, '--json', '--stated', stated];
      assertAgreed(title, await service.runCommand(...command));
    }),
  );
}

/** Trial balance, safeguarding and taxes, as the console shows them. */
async function readBooks(terminal: Terminal, client: HarmattanClient, day: string): Promise<void> {
  const { bank, providers, wallets, difference, covered } = await client.call('control_safeguarding_fetch', { rqtp: 'day' });
  for (const { name, book, stated } of providers) {
    assertEqual(`what ${name} states`, stated ?? 0, book);
    if (stated !== null) terminal.field(name, `${naira(book).padStart(12)}  and so it states`);
  }

  terminal.step('The day is closed');
  const { trial_balance: accounts, debit, credit } = await client.call('control_books_fetch');
  assertEqual('debits and credits', debit, credit);
  for (const { name, debit, credit } of accounts.filter((line) => line.debit !== 0 || line.credit !== 0))
    terminal.field(name.padEnd(WIDEST_NAME), `${naira(debit).padStart(12)} ${naira(credit).padStart(12)}`);
  terminal.success(`The trial balance is zero: ${naira(debit)} on both sides`);
  for (const { name, book, statement } of bank) assertEqual(`the statement of ${name}`, statement, book);
  assertEqual('whether the money of users is covered', covered, true);
  terminal.success(`Wallets of ${naira(wallets)} are covered by the bank and providers, with ${naira(difference)} beyond`);
  const taxes = await taxesOf(client, day.slice(0, 7));
  for (const { kind, amount, refunded, remitted, due } of taxes) {
    assertEqual(`${kind} that is due`, due, 0);
    assertEqual(`${kind} that was remitted`, Math.round(remitted * 100), Math.round(amount * 100) - Math.round(refunded * 100));
  }
  terminal.success('VAT and stamp duty are remitted, and the tax page agrees with the ledger');
}

/** @throws Error where ledger and payments differ */
async function taxesOf(client: HarmattanClient, month: string): Promise<readonly Tax[]> {
  const { result, agrees } = await client.call('control_tax_fetch', { rqtp: 'month', rqvl: month });
  assertEqual('whether the tax page agrees with the ledger', agrees, true);
  return result;
}

async function linesAt(client: HarmattanClient, statement: string): Promise<Statement['lines']> {
  const [found] = (await client.page('control_statement_fetch', { rqtp: 'mk', rqvl: statement })).items;
  if (!found || !('lines' in found)) throw new Error(`there is no statement ${statement}`);
  return found.lines;
}

function assertAgreed(what: string, { exitCode, output }: CommandResult): void {
  if (exitCode !== 0) throw new Error(`${what} differs from the books\n${output}`);
  assertEqual(`the difference with ${what}`, (JSON.parse(output) as { differenceKobo: number }).differenceKobo, 0);
}

function countsOf(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
