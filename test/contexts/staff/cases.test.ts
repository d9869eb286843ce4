import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../src/kernel/clock.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { mailsTo } from '../../support/mailbox.js';
import { until } from '../../support/until.js';
import { BackOfficeFixture, UNDECIDED, type Wire } from './back-office-fixture.js';
import { failed, type Staff } from './staff-fixture.js';

describe.each(ONE_BACKEND)('cases on %s', (backend) => {
  let office: BackOfficeFixture;
  beforeAll(async () => {
    office = await BackOfficeFixture.open(backend);
  });
  afterAll(() => office.close());

  const fetch = async (as: Staff, rqtp: string, rqvl?: string) => {
    const { body } = await office.get('control_case_fetch', as, rqvl === undefined ? { rqtp } : { rqtp, rqvl });
    return (body.DATA?.['result'] ?? []) as Wire[];
  };
  const markersOf = async (as: Staff, rqtp: string, rqvl?: string) =>
    (await fetch(as, rqtp, rqvl)).map(({ marker }) => marker as string);
  const one = (as: Staff, marker: string) => office.must(office.get('control_case_fetch', as, { rqtp: 'mk', rqvl: marker }));
  const undecided = async () => {
    office.staff.clock.time += 1_000;
    return `purchase:${await office.buy(await office.customer(), UNDECIDED)}`;
  };

  it('are taken once, handed over, and are among the owner’s until they are settled', async () => {
    const [first, second] = [await undecided(), await undecided()];
    expect((await fetch(office.clerk, 'unowned')).filter(({ kind }) => kind === 'purchase')).toMatchObject([
      { marker: first, owner: '', due: '', open: true },
      { marker: second },
    ]);
    await office.must(office.post('control_case_take', office.clerk, { reqv: second }));
    expect(await markersOf(office.clerk, 'mine')).toEqual([second]);
    expect(await markersOf(office.clerk, 'unowned')).not.toContain(second);
    expect(await markersOf(office.clerk, 'kind', 'purchase')).toEqual([first, second]);
    expect(failed(await office.post('control_case_take', office.approver, { reqv: second }))).toMatchObject({ id: 'case_owned' });

    const owner = office.approver.userid;
    await office.must(office.post('control_case_update', office.clerk, { reqv: second, owner }));
    expect([await markersOf(office.clerk, 'mine'), await markersOf(office.approver, 'mine')]).toEqual([[], [second]]);
    await until(async () =>
      (await mailsTo(office.staff.service.config.dataDir, office.approver.email)).some(({ subject }) =>
        subject?.endsWith('handed a case to you'),
      ),
    );
    await office.must(
      office.post('control_purchase_resolve', office.clerk, { reqv: second.slice(9), outcome: 'failed', reason: 'Seen' }),
    );
    const { MKID: reqv } = await office.must(
      office.post('control_purchase_resolve', office.clerk, { reqv: first.slice(9), outcome: 'failed', reason: 'Seen' }),
    );
    const pinc = office.staff.code(office.approver.totpSecret);
    await office.must(office.post('control_proposal_decide', office.approver, { reqv, decision: 'approve', pinc }));
    expect(await markersOf(office.clerk, 'kind', 'purchase')).toEqual([second]);
    expect(await one(office.clerk, first)).toMatchObject({ open: false, status: 'failed' });
  });

  it('are sorted by when they are due, also in the work queue', async () => {
    const [late, soon] = [await undecided(), await undecided()];
    const now = office.staff.clock.time;
    await office.must(office.post('control_case_update', office.clerk, { reqv: late, due: String(now + 5 * HOUR_MS) }));
    await office.must(office.post('control_case_update', office.clerk, { reqv: soon, due: String(now + HOUR_MS) }));
    expect(await markersOf(office.clerk, 'due')).toEqual([soon, late]);
    const queue = (await office.must(office.get('control_work_queue', office.clerk))) as Wire[];
    const { items } = queue.find(({ kind }) => kind === 'purchase')!;
    expect((items as Wire[]).slice(0, 2)).toMatchObject([
      { marker: soon.slice(9), due: String(now + HOUR_MS), owner: '' },
      { marker: late.slice(9), due: String(now + 5 * HOUR_MS) },
    ]);
    await office.must(office.post('control_case_update', office.clerk, { reqv: soon, due: '' }));
    expect(await markersOf(office.clerk, 'due')).toEqual([late]);
  });

  it('have notes, which tell whom they mention and are in the audit trail', async () => {
    const reqv = await undecided();
    const { userid: mention, email } = office.secondApprover;
    const note = 'Rang the provider: they look into it';
    await office.must(office.post('control_case_note', office.clerk, { reqv, note, mention }));
    expect((await one(office.approver, reqv))['notes']).toMatchObject([
      { author: office.clerk.userid, note, mentions: [mention] },
    ]);
    const notices = JSON.stringify(await office.notices(office.secondApprover));
    expect(notices).toContain(`/console/cases/${reqv}`);
    // A notice stays when the permission is taken away.
    expect(notices).not.toContain(note);
    expect(notices).not.toContain('Airtime');
    const mail = () => mailsTo(office.staff.service.config.dataDir, email);
    await office.staff.service.settled();
    expect((await mail()).some(({ subject }) => subject?.endsWith('mentioned you in a note'))).toBe(true);
    expect(JSON.stringify(await mail())).not.toContain(note);
    expect((await mail()).at(-1)!.text).toMatch(/https?:\/\/[^/\s]+\/console\/cases\/[a-z_]+:\w+/);
    const { result: trail } = await office.must(
      office.get('control_audit_fetch', office.staff.admin, { rqtp: 'subject', rqvl: reqv }),
    );
    expect((trail as Wire[]).map(({ action }) => action as string)).toContain('control_case_note');
    const nobody = { reqv, note, mention: 'nobody' };
    expect(failed(await office.post('control_case_note', office.clerk, nobody))).toMatchObject({ id: 'no_colleague' });
  });

  it('are for those who may fetch the record', async () => {
    const reqv = await undecided();
    const stranger = await office.staff.hire('helpControl.getDataList');
    const answers = [
      await office.get('control_case_fetch', stranger, { rqtp: 'mk', rqvl: reqv }),
      await office.post('control_case_take', stranger, { reqv }),
      await office.post('control_case_note', stranger, { reqv, note: 'Mine' }),
      await office.post('control_case_update', stranger, { reqv, due: '' }),
      await office.get('control_timeline_fetch', stranger, { rqvl: reqv }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(await markersOf(stranger, 'all')).toEqual([]);
    const { colleagues } = await one(office.clerk, reqv);
    const offered = (colleagues as Wire[]).map(({ userid }) => userid as string);
    expect(offered).toEqual(expect.arrayContaining([office.clerk, office.approver, office.staff.admin].map((one) => one.userid)));
    expect(offered).not.toContain(stranger.userid);
    const handed = await office.post('control_case_update', office.clerk, { reqv, owner: stranger.userid });
    const note = { reqv, note: 'Theirs', mention: `${office.approver.userid},${stranger.userid}` };
    for (const answer of [handed, await office.post('control_case_note', office.clerk, note)])
      expect(failed(answer)).toMatchObject({ status: 400, id: 'colleague_may_not_see' });
    expect(await one(office.clerk, reqv)).toMatchObject({ owner: '', notes: [] });
    expect(JSON.stringify(await office.notices(stranger))).not.toContain('/cases/');
  });

  it('are for those who proposed something, about what they proposed themselves', async () => {
    const maker = await office.staff.hire('userControl.allowModify');
    const propose = async (as: Staff, phone: string) => {
      const { userid: uxid } = await office.customer();
      const change = { uxid, phone, reason: 'Lost it', pinc: office.staff.code(as.totpSecret) };
      return (await office.must(office.post('control_user_modify', as, change)))['MKID'] as string;
    };
    const colleague = await office.staff.hire('userControl.allowModify');
    const [own, other] = [await propose(maker, '08031190101'), await propose(colleague, '08031190102')];
    await office.must(office.post('control_case_take', maker, { reqv: `proposal:${own}` }));
    await office.must(office.post('control_case_note', maker, { reqv: `proposal:${own}`, note: 'They called twice' }));
    expect(await one(maker, `proposal:${own}`)).toMatchObject({ owner: maker.userid, notes: [{ note: 'They called twice' }] });
    expect(await markersOf(maker, 'mine')).toEqual([`proposal:${own}`]);
    const { body } = await office.get('control_timeline_fetch', maker, { rqvl: `proposal:${own}` });
    expect(JSON.stringify(body.DATA)).toContain('They called twice');
    expect((await office.post('control_case_take', maker, { reqv: `proposal:${other}` })).status).toBe(404);
    expect((await office.get('control_timeline_fetch', maker, { rqvl: `proposal:${other}` })).status).toBe(404);
  });
});

describe.each(ONE_BACKEND)('timelines on %s', (backend) => {
  let office: BackOfficeFixture;
  beforeAll(async () => {
    office = await BackOfficeFixture.open(backend);
  });
  afterAll(() => office.close());

  const timeline = async (as: Staff, rqvl: string) =>
    (await office.must(office.get('control_timeline_fetch', as, { rqvl }))) as Wire[];
  const says = (entries: readonly Wire[]) => entries.map(({ what }) => what as string).join('\n');

  it('tell of a purchase what the provider said, what moved, who decided, and who was told', async () => {
    const buyer = await office.customer();
    const id = await office.buy(buyer, UNDECIDED);
    const reqv = `purchase:${id}`;
    await office.must(office.post('control_case_note', office.clerk, { reqv, note: 'Seen their statement' }));
    const { MKID } = await office.must(
      office.post('control_purchase_resolve', office.clerk, { reqv: id, outcome: 'failed', reason: 'Not in it' }),
    );
    const reader = await office.staff.hire('userControl.transaction');
    const seen = async () => {
      const { result } = await office.must(office.get('control_purchase_fetch', reader, { rqtp: 'mk', rqvl: id }));
      return (result as Wire[])[0]!['proposed'] as string;
    };
    expect(await seen()).toBe('failed');
    const pinc = office.staff.code(office.approver.totpSecret);
    await office.must(
      office.post('control_proposal_decide', office.approver, { reqv: MKID as string, decision: 'approve', pinc }),
    );
    await until(async () => says(await timeline(office.clerk, reqv)).includes('A mail was sent'));

    const entries = await timeline(office.clerk, reqv);
    const times = entries.map(({ recorded }) => Number(recorded));
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    for (const what of [
      'was ordered',
      'The money was taken from the wallet and is held',
      'The system log was written',
      'It was proposed: decide the purchase',
      'The proposal is executed',
      'The held money went back to the wallet',
      'Wrote a note',
    ])
      expect(says(entries)).toContain(what);
    // By the proposal, and not by the audit trail again.
    expect(says(entries)).not.toMatch(/Proposed to decide|Decided the proposal/);
    expect(says(entries)).toMatch(/sandbox answered our (?:order|question): unknown contradictory/);
    expect(JSON.stringify(entries)).toContain('015 · Ask us');
    const refund = entries.find(({ what }) => (what as string).startsWith('The held money went back'))!;
    const journal = await office.must(office.get('control_journal_fetch', office.clerk, { rqvl: refund['record'] as string }));
    expect(journal).toMatchObject({ kind: 'refund', subject: id, lines: [{}, {}] });
    expect((journal['lines'] as Wire[]).reduce((sum, { amount }) => sum + (amount as number), 0)).toBe(0);
    const ofProposal = await timeline(office.clerk, `proposal:${MKID as string}`);
    expect(ofProposal.find(({ kind }) => kind === 'journal')).toMatchObject({ record: refund['record'] });

    expect(await seen()).toBe('');
    expect(says(await timeline(reader, reqv))).toMatch(/Proposed to decide the purchase\n(?:.*\n)*Decided the proposal/);
  });

  it('leave out what needs another permission', async () => {
    const id = await office.buy(await office.customer(), UNDECIDED);
    const reader = await office.staff.hire('userControl.transaction');
    const seen = says(await timeline(reader, `purchase:${id}`));
    expect(seen).toContain('was ordered');
    expect(seen).not.toContain('system log');
    expect(says(await timeline(office.clerk, `purchase:${id}`))).toContain('system log');
  });

  it('tell of a deposit what came for it', async () => {
    const ada = await office.customer(0);
    const order = await office.must(office.post('user_deposit_order_create', ada, { amount: 20_000 }));
    await office.receive({ accountNumber: order['accountNumber'] as string, amount: 10_000 });
    const seen = says(await timeline(office.clerk, `deposit:${order['marker']}`));
    expect(seen).toContain('A deposit of 20,000.00 Naira was ordered');
    expect(seen).toContain('sandbox received 10,000.00 Naira from Chinua Obi');
    expect(seen).toContain('A payment was booked: 10,000.00 Naira');
  });

  it('have accounts behind them, wallets for those who may see them', async () => {
    const ada = await office.customer(700);
    const { result } = await office.must(office.get('control_account_fetch', office.clerk, { rqvl: ada.userid }));
    expect(result).toMatchObject([{ amount: 700, balance: 700 }]);
    const accountant = await office.staff.hire('otherControl.fiatCurency');
    expect((await office.get('control_account_fetch', accountant, { rqvl: ada.userid })).status).toBe(404);
    expect((await office.get('control_account_fetch', accountant, { rqvl: 'system:suspense' })).status).toBe(200);
    const journal = (result as Wire[])[0]!['journal'] as string;
    const { lines } = await office.must(office.get('control_journal_fetch', accountant, { rqvl: journal }));
    expect((lines as Wire[]).map(({ account }) => account as string).sort()).toEqual(['system:suspense', 'wallet']);
  });
});
