import type { Fault } from '../../simulators/shared/fault.js';
import type { PayoutScenario } from '../../simulators/shared/payout-books.js';
import { type Case, entriesOf, expectEqual, expectOneOf, expectRejection, expectThat, LOST_ANSWERS, UNDONE } from './case.js';
import type { Ordered, PayoutBench } from './payout-bench.js';
import { PAYOUT_CONTRACT } from './payout-contract.js';
import type { PayoutOutcome } from './ports.js';
import { WEBHOOK_CASES } from './webhook-cases.js';

const HOUR_MS = 3_600_000;
const UNDECIDED = ['unknown', 'pending'] as const;

const ENDS = {
  paid: 'it was paid',
  failed: 'it failed',
  lost: 'it never arrived',
} as const satisfies Partial<Record<PayoutScenario['end'], string>>;

/** Refunding is safe only where no payout can be under way. */
function expectNoRefund({ status, errorClass }: PayoutOutcome): void {
  const mustBeAsked = status === 'failed' && errorClass === 'duplicate_reference';
  if (!mustBeAsked) expectOneOf('the outcome', status, UNDECIDED);
}

function expectOnce(bench: PayoutBench, ordered: Ordered, end: keyof typeof ENDS): void {
  expectEqual('payments', bench.paymentsOf(ordered), end === 'paid' ? 1 : 0);
}

function lostAnswer(answer: Fault, name: string, end: keyof typeof ENDS): Case<PayoutBench> {
  return {
    title: `submit: ${name}, and ${ENDS[end]}`,
    async run(bench) {
      const ordered = await bench.pay({ end, answer });
      expectNoRefund(ordered.outcome);
      const last = await bench.queryUntilDecided(ordered);
      if (end === 'paid') expectEqual('the answer to a query', last.status, 'success');
      else if (end === 'failed') expectEqual('the answer to a query', last.status, 'failed');
      else expectOneOf('the answer to a query', last.status, ['not_found', ...UNDECIDED]);
      expectOnce(bench, ordered, end);
    },
  };
}

/** Whichever call it hits: a payout that was not sent may be said to have failed, one that may have been paid must not. */
function everyAnswer(fault: Fault, name: string): Case<PayoutBench> {
  return {
    title: `submit: ${name} to every call refunds nothing that was paid`,
    async run(bench) {
      const known = bench.submission();
      await bench.pay(undefined, known);
      const again = { ...known, reference: bench.provider.newReference(), amountKobo: known.amountKobo + 1 };
      for (const submission of [bench.submission(), again]) {
        const ordered = await bench.payUnder(fault, submission);
        if (bench.paymentsOf(ordered) > 0) expectNoRefund(ordered.outcome);
        else expectThat(isHarmless(ordered.outcome), `it is ${ordered.outcome.status} ${ordered.outcome.errorClass ?? ''}`);
        expectThat(bench.paymentsOf(ordered) <= 1, 'it was paid twice');
      }
    },
  };
}

function isHarmless({ status, errorClass }: PayoutOutcome): boolean {
  return status === 'unknown' || status === 'pending' || (status === 'failed' && errorClass === 'not_sent');
}

function unreadQuery(fault: Fault, name: string): Case<PayoutBench> {
  return {
    title: `query: ${name} says nothing of the payout`,
    async run(bench) {
      const ordered = await bench.pay();
      bench.simulator.faults.always('/', fault);
      const { status } = await bench.query(ordered).finally(() => bench.simulator.faults.clear());
      expectOneOf('the outcome', status, UNDECIDED);
      expectEqual('the answer to the next query', (await bench.query(ordered)).status, 'success');
    },
  };
}

function unread(fault: Fault, name: string): Case<PayoutBench> {
  return {
    title: `banks, balance, transactions: ${name} is an error; resolve: it is unavailable`,
    async run(bench) {
      const { simulator } = bench;
      await bench.pay();
      simulator.faults.always('/', fault);
      try {
        const { provider } = bench;
        const account = { bankCode: simulator.knownBank, account: '2000000017' };
        await expectRejection('banks', () => provider.banks(bench.signal));
        const { outcome } = await provider.resolve(account, bench.signal).catch(() => ({ outcome: 'unavailable' as const }));
        expectEqual('the outcome of resolve', outcome, 'unavailable');
        if (provider.balance) await expectRejection('balance', async () => provider.balance?.(bench.signal));
        const pages = provider.transactions({ from: Date.now() - HOUR_MS, to: Date.now() + HOUR_MS });
        if (pages)
          await expectRejection('transactions', async () => {
            for await (const page of pages) if (page.length > 0) return page;
            return 'an empty list';
          });
      } finally {
        simulator.faults.clear();
      }
    },
  };
}

/** The port's contract, and what may go wrong on the way. */
export const PAYOUT_CASES: readonly Case<PayoutBench>[] = [
  ...PAYOUT_CONTRACT,
  ...entriesOf(LOST_ANSWERS).flatMap(([answer, name]) =>
    (['paid', 'failed', 'lost'] as const).map((end) => lostAnswer(answer, name, end)),
  ),
  ...entriesOf({ ...LOST_ANSWERS, ...UNDONE }).map(([fault, name]) => everyAnswer(fault, name)),
  ...entriesOf({ ...LOST_ANSWERS, ...UNDONE }).map(([fault, name]) => unreadQuery(fault, name)),
  ...entriesOf({ ...LOST_ANSWERS, ...UNDONE }).map(([fault, name]) => unread(fault, name)),
  ...WEBHOOK_CASES,
  {
    title: 'all: nothing was sent that the provider would not take, and nothing paid twice',
    async run({ simulator }) {
      expectEqual('the complaints of the simulator', simulator.complaints, []);
      const twice = simulator.payouts.books.newestFirst.filter(({ payments }) => payments > 1);
      expectEqual(
        'the references that were paid twice',
        twice.map(({ reference }) => reference),
        [],
      );
    },
  },
];
