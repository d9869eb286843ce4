import type { Fault } from '../../simulators/shared/fault.js';
import { AMOUNT_KOBO, type BankBench } from './bank-bench.js';
import { type Case, entriesOf, expectEqual, expectOneOf, expectRejection, expectThat, LOST_ANSWERS, UNDONE } from './case.js';
import { WEBHOOK_CASES } from './webhook-cases.js';

const HOUR_MS = 3_600_000;
const today = () => ({ from: Date.now() - HOUR_MS, to: Date.now() + HOUR_MS });

/** What the port promises, where nothing goes wrong or the provider says no. */
const CONTRACT: readonly Case<BankBench>[] = [
  {
    title: 'open: an account of its own for each order, for its amount, with an end',
    async run(bench) {
      const [one, other] = [await bench.opened(), await bench.opened()];
      expectThat(one.accountNumber !== '' && one.accountNumber !== other.accountNumber, 'two orders have one account');
      expectThat(one.payableKobo >= AMOUNT_KOBO, `it is ${one.payableKobo} kobo that are to be paid`);
      const outcome = await bench.provider.openAccount(bench.request());
      expectThat(outcome.outcome === 'opened' && outcome.expiresAt > Date.now(), 'it has ended already');
      expectEqual('the amount in the books', bench.booked(one.request)[0]?.amountKobo, AMOUNT_KOBO);
    },
  },
  {
    title: 'open: a repeat of an order shows its account, and opens no second one',
    async run(bench) {
      const { request, accountNumber } = await bench.opened();
      expectEqual('the account of the repeat', (await bench.opened(request)).accountNumber, accountNumber);
      expectEqual('the number of accounts', bench.booked(request).length, 1);
    },
  },
  {
    title: 'open: refused by the provider',
    async run(bench) {
      bench.simulator.faults.add(bench.simulator.orderPath, 'refused');
      const { outcome } = await bench.provider.openAccount(bench.request()).finally(() => bench.simulator.faults.clear());
      expectEqual('the outcome', outcome, 'refused');
    },
  },
  {
    title: 'open: proved not sent where nobody listens',
    async run(bench) {
      await bench.simulator.pause();
      const { outcome } = await bench.provider.openAccount(bench.request());
      await bench.simulator.resume();
      expectOneOf('the outcome', outcome, ['not_sent', 'unknown']);
    },
  },
  {
    title: 'payments: none before one came in, and each with one name and its amount afterwards',
    async run(bench) {
      const { request, accountNumber, payableKobo } = await bench.opened();
      expectEqual('the payments', await paymentsOf(bench, request.reference), []);
      await bench.simulator.pay(accountNumber, { amountKobo: payableKobo, announce: 0 });
      const paid = await paymentsOf(bench, request.reference);
      expectEqual(
        'the amounts',
        paid.map(({ amountKobo }) => amountKobo),
        [payableKobo],
      );
      expectEqual('the payments when asked again', await paymentsOf(bench, request.reference), paid);
      expectThat(
        paid.every(({ transactionId }) => /^[\x21-\x7e]{1,99}$/.test(transactionId)),
        'a payment has no fit name',
      );
    },
  },
  {
    title: 'payments: those of a webhook are found by what it names',
    async run(bench) {
      if (bench.proof === 'none') return 'it sends no webhooks';
      const [question] = await bench.questionsOf(await bench.webhook());
      expectThat(question !== undefined, 'the webhook asks nothing');
      const answer = await bench.provider.payments(question);
      expectEqual('the outcome', answer.outcome, 'known');
      return undefined;
    },
  },
  {
    title: 'payments: taken back by the provider',
    async run(bench) {
      const { request, accountNumber } = await bench.paid();
      await bench.simulator.takeBack(accountNumber);
      expectEqual('the outcome', (await bench.provider.payments(request)).outcome, 'reversed');
    },
  },
  {
    title: 'payments: a reference that was never sent has none',
    async run(bench) {
      const answer = await bench.provider.payments({ reference: bench.request().reference });
      const isEmpty = answer.outcome === 'known' && answer.payments.length === 0;
      expectThat(isEmpty || answer.outcome === 'not_found' || answer.outcome === 'unknown', `it is ${JSON.stringify(answer)}`);
    },
  },
  {
    title: 'transactions: the list of a day has what came in',
    async run(bench) {
      const { payableKobo } = await bench.paid();
      const pages = bench.provider.transactions(today());
      if (!pages) return 'it lists nothing';
      const listed = [];
      for await (const page of pages) listed.push(...page);
      expectThat(
        listed.some(({ amountKobo }) => amountKobo === payableKobo),
        `it has ${listed.length} others`,
      );
      return undefined;
    },
  },
];

async function paymentsOf({ provider }: BankBench, reference: string) {
  const answer = await provider.payments({ reference });
  expectThat(answer.outcome === 'known', `the answer is ${JSON.stringify(answer)}`);
  return answer.payments.map(({ transactionId, amountKobo }) => ({ transactionId, amountKobo }));
}

function unopened(fault: Fault, name: string): Case<BankBench> {
  return {
    title: `open: ${name} refuses nothing, and a repeat opens one account`,
    async run(bench) {
      const request = bench.request();
      const { outcome } = await bench.openUnder(fault, request);
      expectOneOf('the outcome', outcome, bench.booked(request).length > 0 ? ['unknown', 'opened'] : ['unknown', 'not_sent']);
      await bench.opened(request);
      expectEqual('the number of accounts', bench.booked(request).length, 1);
    },
  };
}

function unreadPayments(fault: Fault, name: string): Case<BankBench> {
  return {
    title: `payments, transactions: ${name} says nothing of the money`,
    async run(bench) {
      const { request } = await bench.paid();
      bench.simulator.faults.always('/', fault);
      try {
        expectEqual('the outcome', (await bench.provider.payments(request)).outcome, 'unknown');
        const pages = bench.provider.transactions(today());
        if (pages)
          await expectRejection('transactions', async () => {
            for await (const page of pages) if (page.length > 0) return page;
            return 'an empty list';
          });
      } finally {
        bench.simulator.faults.clear();
      }
    },
  };
}

/** The port's contract, and what may go wrong on the way. */
export const BANK_CASES: readonly Case<BankBench>[] = [
  ...CONTRACT,
  ...entriesOf({ ...LOST_ANSWERS, ...UNDONE }).map(([fault, name]) => unopened(fault, name)),
  ...entriesOf({ ...LOST_ANSWERS, ...UNDONE }).map(([fault, name]) => unreadPayments(fault, name)),
  ...WEBHOOK_CASES,
  {
    title: 'all: nothing was sent that the provider would not take',
    async run({ simulator }) {
      expectEqual('the complaints of the simulator', simulator.complaints, []);
    },
  },
];
