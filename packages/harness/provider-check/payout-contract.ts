import { type Case, expectEqual, expectOneOf, expectThat } from './case.js';
import type { PayoutBench } from './payout-bench.js';

const REFERENCES = 200;
const LONGEST_REFERENCE = 40;
const HOUR_MS = 3_600_000;
const UNDECIDED = ['unknown', 'pending'] as const;
const NO_QUESTION = 'it asks nobody before it pays';

/** What the port promises, where nothing goes wrong or the provider says no. */
export const PAYOUT_CONTRACT: readonly Case<PayoutBench>[] = [
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
    title: 'banks: each once, with the one that the simulator knows',
    async run({ provider, simulator, signal }) {
      const codes = (await provider.banks(signal)).map(({ code }) => code);
      expectEqual('the number of different codes', new Set(codes).size, codes.length);
      expectThat(codes.includes(simulator.knownBank), `${simulator.knownBank} is not among ${codes.join(', ')}`);
    },
  },
  {
    title: 'resolve: the name of an account; what cannot be resolved is never a name, and a bank that is away says nothing of it',
    async run({ provider, simulator: { knownBank: bankCode }, signal }) {
      const resolve = (account: string) => provider.resolve({ bankCode, account }, signal);
      const found = await resolve('2000000017');
      expectThat(found.outcome === 'resolved' && found.name !== '', `it is ${JSON.stringify(found)}`);
      expectOneOf('the outcome for no account', (await resolve('2000000404')).outcome, ['not_found', 'unavailable']);
      expectEqual('the outcome for a bank that is away', (await resolve('2000000503')).outcome, 'unavailable');
      const foreign = await provider.resolve({ bankCode: '99999', account: '2000000017' }, signal);
      expectEqual('the outcome for a bank that there is not', foreign.outcome, 'unavailable');
    },
  },
  {
    title: 'submit: paid once, to the account and for the amount of the order, with the session of the rail and the fee',
    async run(bench) {
      const ordered = await bench.pay();
      expectOneOf('the outcome', ordered.outcome.status, ['success', 'pending']);
      const { bankCode, account, amountKobo, narration } = ordered.submission;
      const paid = bench.simulator.payouts.books.of(ordered.submission.reference);
      const booked = { bankCode: paid.bankCode, account: paid.account, amountKobo: paid.amountKobo, narration: paid.narration };
      expectEqual('what was paid', booked, { bankCode, account, amountKobo, narration });
      expectEqual('payments', bench.paymentsOf(ordered), 1);
      const { status, sessionId, feeKobo } = await bench.query(ordered);
      const { sessionId: session, feeKobo: fee } = paid;
      expectEqual(
        'the answer to a query',
        { status, sessionId, feeKobo },
        { status: 'success', sessionId: session, feeKobo: fee },
      );
    },
  },
  {
    title: 'submit: a narration that is long or empty stops no payout',
    async run(bench) {
      for (const narration of ['', 'x'.repeat(500)]) {
        const ordered = await bench.pay(undefined, { ...bench.submission(), narration });
        expectEqual('payments', bench.paymentsOf(ordered), 1);
      }
    },
  },
  {
    title: 'submit: the kobo of every amount are exact',
    async run(bench) {
      for (const amountKobo of [1_000_001, 1_000_007, 10_000_029, 123_456_789, 499_999_999]) {
        const { submission } = await bench.pay(undefined, { ...bench.submission(), amountKobo });
        expectEqual('the amount', bench.simulator.payouts.books.of(submission.reference).amountKobo, amountKobo);
        expectEqual('the answer to a query', (await bench.query({ submission })).status, 'success');
      }
    },
  },
  {
    title: 'submit: what is pending is not decided, and ends by asking',
    async run(bench) {
      for (const end of ['paid', 'failed'] as const) {
        const ordered = await bench.pay({ end, pendingQueries: 1 });
        expectOneOf('the outcome at first', ordered.outcome.status, UNDECIDED);
        expectEqual('the end', (await bench.queryUntilDecided(ordered)).status, end === 'paid' ? 'success' : 'failed');
      }
    },
  },
  {
    title: 'submit: what waits for a person says so, and is not decided before',
    async run(bench) {
      for (const code of ['sent', 'undeliverable'] as const) {
        const ordered = await bench.pay({ end: 'paid', code });
        for (const { status, waitsForPerson } of [ordered.outcome, await bench.query(ordered)])
          expectEqual('the outcome', { status, waitsForPerson }, { status: 'pending', waitsForPerson: true });
        bench.simulator.payouts.authorize(ordered.submission.reference);
        expectEqual('the end', (await bench.query(ordered)).status, 'success');
      }
    },
  },
  {
    title: 'submit: refused, and nothing was paid',
    async run(bench) {
      const ordered = await bench.pay({ end: 'refused' });
      expectEqual('the outcome', ordered.outcome.status, 'failed');
      expectEqual('payments', bench.paymentsOf(ordered), 0);
    },
  },
  {
    title: 'submit: where our balance is too low nothing is paid, and it is refused for that or undecided',
    async run(bench) {
      const { books } = bench.simulator.payouts;
      const { floatKobo } = books;
      books.floatKobo = 0;
      const ordered = await bench.pay();
      books.floatKobo = floatKobo;
      const { status, errorClass } = ordered.outcome;
      expectOneOf('the outcome', status === 'failed' ? errorClass : status, ['provider_float', ...UNDECIDED]);
      expectEqual('payments', bench.paymentsOf(ordered), 0);
    },
  },
  {
    title: 'submit: a reference that the provider knows already is no failure, and pays nothing more',
    async run(bench) {
      const ordered = await bench.pay();
      const again = await bench.pay(undefined, ordered.submission);
      const { status, errorClass } = again.outcome;
      expectOneOf('the outcome', status === 'failed' ? errorClass : status, ['duplicate_reference', 'success', ...UNDECIDED]);
      expectEqual('payments', bench.paymentsOf(ordered), 1);
    },
  },
  {
    title: 'submit: an equal payout that the provider takes for a repeat is refused for that, and the first one stays paid',
    async run(bench) {
      if (bench.provider.capabilities.equalPayoutSpacingMs === undefined) return 'it takes equal payouts for what they are';
      const first = await bench.pay();
      const reference = bench.provider.newReference();
      const second = await bench.pay(undefined, { ...first.submission, reference });
      expectEqual('the outcome', second.outcome.errorClass, 'suspected_duplicate');
      expectEqual('payments', [bench.paymentsOf(first), bench.paymentsOf(second)], [1, 0]);
      expectEqual('the answer about the first', (await bench.query(first)).status, 'success');
      return undefined;
    },
  },
  {
    title: 'submit: a state that is not known decides nothing',
    async run(bench) {
      const ordered = await bench.pay({ end: 'paid', status: 'SOMETHING_NEW' });
      expectEqual('the outcome', ordered.outcome.status, 'unknown');
      expectEqual('the answer to a query', (await bench.query(ordered)).status, 'unknown');
    },
  },
  {
    title: 'submit: proved not sent where nobody listens',
    async run(bench) {
      await bench.simulator.pause();
      const ordered = await bench.pay();
      await bench.simulator.resume();
      const { status, errorClass } = ordered.outcome;
      expectThat(status === 'unknown' || errorClass === 'not_sent', `it is ${status} ${errorClass ?? ''}`);
    },
  },
  {
    title: 'submit: given up by the caller is undecided',
    async run(bench) {
      const submission = bench.submission();
      // Its account is registered before, where that is needed.
      await bench.pay(undefined, submission);
      const again = { ...submission, reference: bench.provider.newReference(), amountKobo: submission.amountKobo + 1 };
      const ordered = await bench.pay({ end: 'paid', answer: 'done_then_hang' }, again, AbortSignal.timeout(200));
      expectOneOf('the outcome', ordered.outcome.status, UNDECIDED);
    },
  },
  {
    title: 'query: a reference that was never sent has no end',
    async run(bench) {
      const { status } = await bench.query({ submission: bench.submission() });
      expectOneOf('the outcome', status, ['not_found', ...UNDECIDED]);
    },
  },
  {
    title: 'query: hidden at first, and paid',
    async run(bench) {
      const ordered = await bench.pay({ end: 'paid', answer: 'done_then_close', hiddenQueries: 2 });
      expectOneOf('the first answer', (await bench.query(ordered)).status, ['not_found', ...UNDECIDED]);
      expectEqual('the last answer', (await bench.queryUntilDecided(ordered)).status, 'success');
    },
  },
  {
    title: 'query: another amount or account than ours is a contradiction, and decides nothing',
    async run(bench) {
      const { submission } = await bench.pay();
      const dearer = { ...submission, amountKobo: submission.amountKobo + 1 };
      const elsewhere = { ...submission, account: '2000009991' };
      for (const asked of [dearer, elsewhere])
        expectEqual('the answer to a query', (await bench.query({ submission: asked })).status, 'unknown');
    },
  },
  {
    title: 'query: money that the rail gave back is reversed',
    async run(bench) {
      const ordered = await bench.pay();
      expectEqual('the answer before', (await bench.query(ordered)).status, 'success');
      await bench.simulator.payouts.reverse(ordered.submission.reference);
      expectEqual('the answer after', (await bench.query(ordered)).status, 'reversed');
    },
  },
  {
    title: 'balance: what the provider has of ours',
    async run({ provider, simulator, signal }) {
      if (!provider.balance) return 'it tells no balance';
      expectEqual('the balance', await provider.balance(signal), simulator.payouts.books.floatKobo);
      return undefined;
    },
  },
  {
    title: 'transactions: the list of a day has what was paid, what failed and what was given back',
    async run(bench) {
      const [paid, failed, returned] = [await bench.pay(), await bench.pay({ end: 'failed' }), await bench.pay()];
      await bench.simulator.payouts.reverse(returned.submission.reference);
      const pages = bench.provider.transactions({ from: Date.now() - HOUR_MS, to: Date.now() + HOUR_MS });
      if (!pages) return 'it lists nothing';
      const listed: { reference: string; amountKobo: number; status: string }[] = [];
      for await (const page of pages) listed.push(...page);
      const found = [paid, failed, returned].map(({ submission: { reference, amountKobo } }) =>
        listed.filter((each) => each.reference === reference && each.amountKobo === amountKobo).map(({ status }) => status),
      );
      expectEqual('their states', found, [['success'], ['failed'], ['reversed']]);
      return undefined;
    },
  },
  {
    title: 'webhook: it names the reference that is to be asked about, for an end and for a return',
    async run(bench) {
      if (bench.proof === 'none') return 'it sends no webhooks';
      const { submission } = await bench.pay({ end: 'paid', webhook: 'never' });
      const read = async () => {
        const { body } = await bench.announcement(submission);
        return bench.provider.webhooks?.read(Buffer.from(body).toString('utf8'));
      };
      expectEqual('the references', await read(), [submission.reference]);
      await bench.simulator.payouts.reverse(submission.reference);
      expectEqual('the references of the return', await read(), [submission.reference]);
      return undefined;
    },
  },
  {
    title: 'approval: its question names reference, amount and destination, and it understands both answers',
    async run(bench) {
      const { approvals } = bench.provider;
      const submission = bench.submission();
      const request = approvals && (await bench.question(submission));
      if (!approvals || !request) return NO_QUESTION;
      const { reference, amountKobo, bankCode, account } = submission;
      expectEqual('the question', await approvals.read(request), { reference, amountKobo, destination: { bankCode, account } });
      expectThat(isJson(approvals.answer(true).body) && isJson(approvals.answer(false).body), 'an answer is no JSON');
      const same = JSON.stringify(approvals.answer(true)) === JSON.stringify(approvals.answer(false));
      expectThat(!same, 'yes and no are the same answer');
      return undefined;
    },
  },
  {
    title: 'approval: one that is signed with another secret, or has no sense, is refused',
    async run(bench) {
      const { approvals } = bench.provider;
      const request = approvals && (await bench.question(bench.submission()));
      if (!approvals || !request) return NO_QUESTION;
      expectEqual('the question with another secret', await bench.approvalWithOtherSecrets(request), undefined);
      for (const text of ['{}', '[]', '{"data":null}', '"text"', '{', '{"reference":1,"amount":"x"}']) {
        const bare = { ...request, headers: {}, body: Buffer.from(text) };
        expectEqual(`the question ${text}`, await approvals.read(bare), undefined);
      }
      return undefined;
    },
  },
];

function isJson(body: object): boolean {
  return typeof JSON.stringify(body) === 'string';
}
