import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DecideProposal } from '../../../src/contexts/staff/proposals/proposals.js';
import { RequeryNow } from '../../../src/contexts/purchases/index.js';
import { ReversePayments } from '../../../src/contexts/deposits/incoming-payments.js';
import { SecondFactors } from '../../../src/contexts/staff/members/index.js';
import { newId } from '../../../src/kernel/ids.js';
import type { TestUser } from '../../support/app.js';
import { BACKENDS } from '../../support/backend.js';
import { verify } from '../../ledger/verify.js';
import { BackOfficeFixture, DELIVERED, REFUSED, UNDECIDED } from './back-office-fixture.js';

interface Row {
  readonly id: string;
  readonly subject: string;
  readonly status: string;
  readonly proposed_by: string;
  readonly approved_by: string;
  readonly decided_by: string;
}

/** What happens to a proposal at once: decisions of three members of staff, and news about its subject. */
const happening = fc.record({
  decisions: fc.array(fc.record({ by: fc.nat(2), decision: fc.constantFrom('approve', 'reject', 'approve') }), {
    minLength: 2,
    maxLength: 5,
  }),
  outcome: fc.constantFrom('completed', 'failed'),
  news: fc.constantFrom('none', 'delivered', 'refused'),
});

describe.each(BACKENDS)('proposals decided at once on %s', (backend) => {
  let office: BackOfficeFixture;
  let ada: TestUser;
  beforeAll(async () => {
    office = await BackOfficeFixture.open(backend);
    // Codes are good once, and these decisions come from the same members of staff at the same time.
    office.app.get(SecondFactors, { strict: false }).checkOwn = () => Promise.resolve();
  });
  afterAll(() => office.close());

  const decide = (proposalId: string, by: number, decision: 'approve' | 'reject') => {
    const { userid: userId } = [office.clerk, office.approver, office.secondApprover][by]!;
    const idempotencyKey = { scope: userId, action: 'control_proposal_decide', key: newId(), fingerprint: '' };
    const caller = { ip: '', reference: '', userId, sessionId: '', isTest: false, grants: new Set<string>(), idempotencyKey };
    return office.app.get(DecideProposal, { strict: false }).execute({ proposalId, decision, comment: '', code: '' }, caller);
  };
  const propose = async (action: string, body: object) =>
    (await office.must(office.post(action, office.clerk, { reason: 'Test', ...body })))['MKID'] as string;
  const reverse = async (paymentId: string) => {
    const sql = 'SELECT provider_reference AS reference FROM deposit_payment WHERE id = ?';
    const [row] = await office.rows<{ reference: string }>(sql, paymentId);
    await office.app.get(ReversePayments, { strict: false }).execute('sandbox', row!.reference);
  };

  it('move money once or not at all, and never by one person', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 4, maxLength: 4 }), async ([buy, assign, giveBack, adjust]) => {
        ada = await office.customer(1_000);
        const purchaseId = await office.buy(ada, UNDECIDED);
        const suspense = async () =>
          (await office.suspense(await office.receive({ accountNumber: '9900000055', amount: 40 })))['marker'] as string;
        const [assigned, returned] = [await suspense(), await suspense()];
        const plan = [
          { ...buy!, id: await propose('control_purchase_resolve', { reqv: purchaseId, outcome: buy!.outcome }) },
          { ...assign!, id: await propose('control_suspense_assign', { reqv: assigned, emal: ada.email }) },
          { ...giveBack!, id: await propose('control_suspense_return', { reqv: returned, bank_reference: newId() }) },
          { ...adjust!, id: await propose('control_wallet_adjust', { emal: ada.email, amount: 2_000_000 }) },
        ];
        if (buy!.news !== 'none') office.provides(buy!.news === 'delivered' ? DELIVERED : REFUSED);
        await Promise.allSettled([
          ...plan.flatMap(({ id, decisions }) => decisions.map(({ by, decision }) => decide(id, by, decision as 'approve'))),
          office.app.get(RequeryNow, { strict: false }).execute(purchaseId),
          ...(assign!.news === 'refused' ? [reverse(assigned)] : []),
          ...(giveBack!.news === 'refused' ? [reverse(returned)] : []),
        ]);

        const ids = plan.map(({ id }) => `'${id}'`).join();
        const rows = await office.rows<Row>(`SELECT * FROM proposal WHERE id IN (${ids})`);
        const journals = await office.rows<{ subject: string; kind: string }>(
          `SELECT subject, kind FROM journal WHERE subject IN (${ids}, '${purchaseId}')`,
        );
        const of = (subject: string) => journals.filter((journal) => journal.subject === subject);
        for (const row of rows) {
          const moved = row.subject.startsWith('purchase') ? 0 : row.status === 'executed' ? 1 : 0;
          expect([row.subject, of(row.id).length]).toEqual([row.subject, moved]);
          expect([row.approved_by, row.decided_by]).not.toContain(office.clerk.userid);
          expect(row.status === 'executed' && row.decided_by === row.approved_by).toBe(false);
        }
        const { status, held } = await office.purchase(purchaseId);
        const ends = of(purchaseId).filter(({ kind }) => kind === 'settlement' || kind === 'refund');
        expect(ends.map(({ kind }) => kind)).toEqual(
          status === 'completed' ? ['settlement'] : status === 'failed' ? ['refund'] : [],
        );
        const executed = (id: string) => rows.find((row) => row.id === id)!.status === 'executed';
        const spent = status === 'completed' ? 500 : (held as number);
        const [, byAssignment, , byAdjustment] = plan;
        const isKept = executed(byAssignment!.id) && assign!.news !== 'refused';
        expect(await office.balance(ada)).toBe(1_000 - spent + (isKept ? 40 : 0) + (executed(byAdjustment!.id) ? 2_000_000 : 0));
      }),
      { numRuns: 8 },
    );
    expect(await verify(office.staff.service.config)).toMatchObject({ ok: true });
  });
});
