import type { Fault } from '../../simulators/shared/fault.js';
import type { Scenario } from '../../simulators/shared/scenarios.js';
import type { BillerBench } from './biller-bench.js';
import { type Case, entriesOf, expectEqual, expectOneOf, expectRejection, expectThat, LOST_ANSWERS, UNDONE } from './case.js';
import type { Outcome } from './ports.js';
import { WEBHOOK_CASES } from './webhook-cases.js';

const EVERY_PATH = '/';
const UNDECIDED = ['unknown', 'pending'] as const;
const REFERENCES = 200;
const LONGEST_REFERENCE = 40;

/** The value of the first token, PIN or voucher. */
function mainOf({ deliverables = [] }: Outcome): string | undefined {
  return deliverables.find(({ kind }) => ['token', 'pin', 'voucher'].includes(kind))?.value;
}

/** What the port promises, where nothing goes wrong or the provider says no. */
const CONTRACT: readonly Case<BillerBench>[] = [
  {
    title: 'reference: unique, of at most 40 characters',
    async run({ provider }) {
      const references = Array.from({ length: REFERENCES }, () => provider.newReference());
      expectEqual('the number of different references', new Set(references).size, REFERENCES);
      const unfit = references.find((reference) => !/^[\x21-\x7e]+$/.test(reference) || reference.length > LONGEST_REFERENCE);
      expectEqual('a reference that does not fit', unfit, undefined);
    },
  },
  {
    title: 'list: items of listed billers in listed categories, with what the simulator sells',
    async run({ provider, goods, signal }) {
      const { categories, billers, items } = await provider.list(signal);
      const known = new Set(categories.map(({ categoryId }) => categoryId));
      const ids = new Set(billers.map(({ billerId }) => billerId));
      expectEqual(
        'a biller without a category',
        billers.find(({ categoryId }) => !known.has(categoryId)),
        undefined,
      );
      expectEqual(
        'an item without a biller',
        items.find(({ billerId }) => !ids.has(billerId)),
        undefined,
      );
      for (const [{ paymentCode }, deliversPin] of [[goods.airtime, false] as const, [goods.token, true] as const]) {
        const item = items.find((each) => each.paymentCode === paymentCode);
        expectEqual(`whether ${paymentCode} delivers a PIN or token`, item?.deliversPin, deliversPin);
      }
    },
  },
  {
    title: 'verify: a customer is found, and one that nobody knows is not',
    async run({ provider, goods: { token }, simulator, signal }) {
      const [known, unknown] = [token.customer(900_001), token.customer(900_002)];
      const found = await provider.verifyCustomer({ paymentCode: token.paymentCode, customerId: known }, signal);
      expectEqual('the number of the customer', found?.customerId, known);
      simulator.unknownCustomers.add(unknown);
      const nobody = await provider.verifyCustomer({ paymentCode: token.paymentCode, customerId: unknown }, signal);
      expectEqual('the unknown customer', nobody, undefined);
    },
  },
  {
    title: 'submit: delivered once, for the customer and the amount of the order',
    async run(bench) {
      const bought = await bench.buy();
      expectEqual('the outcome', bought.outcome.status, 'success');
      const { customerId, amountKobo } = bought.submission;
      const { customer, amountKobo: charged, deliveries } = bench.simulator.books.of(bought.submission.reference);
      expectEqual('what was delivered', { charged, deliveries }, { charged: amountKobo, deliveries: 1 });
      expectEqual('the customer', customer.slice(-10), customerId.slice(-10));
      expectEqual('the answer to a query', (await bench.query(bought)).status, 'success');
    },
  },
  {
    title: 'submit: a token is delivered with the purchase, and told again',
    async run(bench) {
      const bought = await bench.buy(undefined, bench.goods.token);
      const { pin } = bench.simulator.books.of(bought.submission.reference);
      expectEqual('the token', mainOf(bought.outcome), pin);
      expectEqual('the token in the answer to a query', mainOf(await bench.query(bought)), pin);
    },
  },
  {
    title: 'submit: of a token all is told that the provider names, and read again from its answer',
    async run(bench) {
      const bought = await bench.buy(undefined, bench.goods.token);
      const named = bought.outcome.deliverables ?? [];
      const [sold] = bench.simulator.books.of(bought.submission.reference).delivered;
      const names = Object.entries(sold ?? {}).filter(([, value]) => bought.outcome.body?.includes(value));
      const told = named.flatMap(({ value, serial = '', units = '' }) => [value, serial, units.replace(/ kWh$/, '')]);
      expectEqual(
        'what the answer has and the outcome lacks',
        names.filter(([, value]) => !told.includes(value)).map(([name]) => name),
        [],
      );
      const { provider } = bench;
      if (!bought.outcome.body || !provider.deliverablesIn) return 'it keeps no answers';
      expectEqual('what the stored answer delivers', provider.deliverablesIn(bought.outcome.body, bought.submission), named);
      return undefined;
    },
  },
  {
    title: 'submit: a token that comes later is found by asking',
    async run(bench) {
      const bought = await bench.buy({ end: 'delivered', withoutPin: 1 }, bench.goods.token);
      expectEqual('the token at first', mainOf(bought.outcome), undefined);
      const { pin } = bench.simulator.books.of(bought.submission.reference);
      expectEqual('the token afterwards', mainOf(await bench.queryUntilDecided(bought)), pin);
    },
  },
  {
    title: 'submit: what is pending is not decided, and ends by asking',
    async run(bench) {
      for (const end of ['delivered', 'failed'] as const) {
        const bought = await bench.buy({ end, pendingQueries: 1 });
        expectOneOf('the outcome at first', bought.outcome.status, UNDECIDED);
        const last = await bench.queryUntilDecided(bought);
        expectEqual('the end', last.status, end === 'delivered' ? 'success' : 'failed');
      }
    },
  },
  {
    title: 'submit: refused, and nothing was delivered',
    async run(bench) {
      const bought = await bench.buy({ end: 'refused' });
      expectEqual('the outcome', bought.outcome.status, 'failed');
      expectEqual('deliveries', bench.deliveriesOf(bought), 0);
    },
  },
  {
    title: 'submit: where our balance is too low nothing is delivered, and it is refused for that or undecided',
    async run(bench) {
      const { books } = bench.simulator;
      const { floatKobo } = books;
      books.floatKobo = 0;
      const bought = await bench.buy();
      books.floatKobo = floatKobo;
      const { status, errorClass } = bought.outcome;
      expectOneOf('the outcome', status === 'failed' ? errorClass : status, ['provider_float', ...UNDECIDED]);
      expectEqual('deliveries', bench.deliveriesOf(bought), 0);
    },
  },
  {
    title: 'submit: proved not sent where nobody listens',
    async run(bench) {
      await bench.simulator.pause();
      const bought = await bench.buy();
      await bench.simulator.resume();
      const { status, errorClass } = bought.outcome;
      expectThat(status === 'unknown' || errorClass === 'not_sent', `it is ${status} ${errorClass ?? ''}`);
    },
  },
  {
    title: 'submit: given up by the caller is undecided',
    async run(bench) {
      const bought = await bench.buy(
        { end: 'delivered', answer: 'done_then_hang' },
        bench.goods.airtime,
        AbortSignal.timeout(50),
      );
      expectOneOf('the outcome', bought.outcome.status, UNDECIDED);
    },
  },
  {
    title: 'query: a reference that was never sent has no end',
    async run(bench) {
      const { submission } = await bench.buy();
      const never = { ...submission, reference: bench.provider.newReference() };
      const { status } = await bench.query({ submission: never, outcome: { status: 'unknown' } });
      expectOneOf('the outcome', status, ['not_found', ...UNDECIDED]);
    },
  },
  {
    title: 'query: a delivery that was taken back is not one',
    async run(bench) {
      const bought = await bench.buy();
      bench.simulator.books.reverse(bought.submission.reference);
      expectOneOf('the outcome', (await bench.query(bought)).status, ['reversed', 'failed', 'unknown']);
    },
  },
  {
    title: 'price: of an item that is sold, and of none that is not',
    async run({ provider, goods, signal }) {
      if (!provider.price) return 'its prices are those of the list';
      const { items } = await provider.list(signal);
      const item = items.find(({ paymentCode }) => paymentCode === goods.token.paymentCode);
      expectThat(item !== undefined, `${goods.token.paymentCode} is not listed`);
      expectThat((await provider.price(item, signal)) !== undefined, 'it has no price');
      const gone = { billerId: item.billerId, paymentCode: `${item.paymentCode}0` };
      expectEqual('the price of what is not sold', await provider.price(gone, signal), undefined);
      return undefined;
    },
  },
  {
    title: 'balance: what the provider has of ours',
    async run({ provider, simulator, signal }) {
      if (!provider.balance) return 'it tells no balance';
      expectEqual('the balance', await provider.balance(signal), Math.trunc(simulator.books.floatKobo));
      return undefined;
    },
  },
];

const ENDS = {
  delivered: 'it was delivered',
  failed: 'it failed',
  lost: 'it never arrived',
} as const satisfies Partial<Record<Scenario['end'], string>>;

function lostAnswer(answer: Fault, name: string, end: keyof typeof ENDS): Case<BillerBench> {
  return {
    title: `submit: ${name}, and ${ENDS[end]}`,
    async run(bench) {
      const bought = await bench.buy({ end, answer });
      expectOneOf('the outcome', bought.outcome.status, UNDECIDED);
      const last = await bench.queryUntilDecided(bought);
      if (end === 'delivered') expectEqual('the answer to a query', last.status, 'success');
      else if (end === 'failed') expectEqual('the answer to a query', last.status, 'failed');
      else expectOneOf('the answer to a query', last.status, ['not_found', ...UNDECIDED]);
      expectEqual('deliveries', bench.deliveriesOf(bought), end === 'delivered' ? 1 : 0);
    },
  };
}

function undone(fault: Fault, name: string): Case<BillerBench> {
  return {
    title: `submit: ${name}`,
    async run(bench) {
      bench.simulator.faults.always(EVERY_PATH, fault);
      const bought = await bench.buy().finally(() => bench.simulator.faults.clear());
      expectOneOf('the outcome', bought.outcome.status, UNDECIDED);
      expectEqual('deliveries', bench.deliveriesOf(bought), 0);
    },
  };
}

function unreadQuery(fault: Fault, name: string): Case<BillerBench> {
  return {
    title: `query: ${name} says nothing of the purchase`,
    async run(bench) {
      const bought = await bench.buy();
      bench.simulator.faults.always(EVERY_PATH, fault);
      const { status } = await bench.query(bought).finally(() => bench.simulator.faults.clear());
      expectOneOf('the outcome', status, UNDECIDED);
      expectEqual('the answer to the next query', (await bench.query(bought)).status, 'success');
    },
  };
}

function unread(fault: Fault, name: string): Case<BillerBench> {
  return {
    title: `list, verify, price, balance: ${name} is an error, and no list, customer, price or sum`,
    async run(bench) {
      const { simulator } = bench;
      const { token } = bench.goods;
      const { paymentCode } = token;
      const { items } = await bench.provider.list(bench.signal);
      const { billerId } = items.find((item) => item.paymentCode === paymentCode)!;
      simulator.faults.always(EVERY_PATH, fault);
      try {
        const { provider } = bench;
        await expectRejection('list', () => provider.list(bench.signal));
        const question = { paymentCode, customerId: token.customer(900_003) };
        await expectRejection('verifyCustomer', () => provider.verifyCustomer(question, bench.signal));
        if (provider.price) await expectRejection('price', async () => provider.price?.({ billerId, paymentCode }, bench.signal));
        if (provider.balance) await expectRejection('balance', async () => provider.balance?.(bench.signal));
      } finally {
        simulator.faults.clear();
      }
    },
  };
}

/** The port's contract, and what may go wrong on the way. */
export const BILLER_CASES: readonly Case<BillerBench>[] = [
  ...CONTRACT,
  ...entriesOf(LOST_ANSWERS).flatMap(([answer, name]) =>
    (['delivered', 'failed', 'lost'] as const).map((end) => lostAnswer(answer, name, end)),
  ),
  ...entriesOf(UNDONE).map(([fault, name]) => undone(fault, name)),
  ...entriesOf({ ...LOST_ANSWERS, ...UNDONE }).map(([fault, name]) => unreadQuery(fault, name)),
  ...entriesOf({ ...LOST_ANSWERS, ...UNDONE }).map(([fault, name]) => unread(fault, name)),
  ...WEBHOOK_CASES,
  {
    title: 'all: nothing was sent that the provider would not take, and nothing delivered twice',
    async run({ simulator }) {
      expectEqual('the complaints of the simulator', simulator.complaints, []);
      const twice = [...simulator.books.sold.values()].filter(({ deliveries }) => deliveries > 1);
      expectEqual(
        'the references that were delivered twice',
        twice.map(({ reference }) => reference),
        [],
      );
    },
  },
];
