import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SandboxPayoutProvider } from '../../../src/contexts/banks/adapters/sandbox/sandbox-payout-provider.js';
import { SandboxPayoutTimes } from '../../../src/contexts/banks/adapters/sandbox/typeorm-sandbox-payouts.js';
import { AdvancePayout } from '../../../src/contexts/payouts/advance-payout.js';
import { SettlePayout } from '../../../src/contexts/payouts/settle-payout.js';
import { providerHeld } from '../../../src/ledger/index.js';
import { SandboxRefusal } from '../../../src/sandbox/outcome-names.js';
import { BACKENDS } from '../../support/backend.js';
import type { TestUser } from '../../support/app.js';
import { until } from '../../support/until.js';
import { PayoutDesk } from './support.js';

const PAYOUTS = 60;
/** Each payout is asked about in each of them, while the faults last. */
const ROUNDS = 3;
const ENDINGS = ['0001', '0002', '0003', '0007', '5555', '6666'];
const BALANCE = 10_000_000;

/** The same sequence in each run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

type Method = (...given: never[]) => Promise<unknown>;

/** Makes a method fail at times, before its work or after it, as a process that is killed or an answer that is lost. */
function fails(target: object, name: string, chance: () => number, rate: number): () => void {
  const methods = target as Record<string, Method>;
  const method = methods[name]!.bind(target);
  methods[name] = async (...given) => {
    const dice = chance();
    if (dice < rate / 2) throw new Error('killed before');
    const result = await method(...given);
    if (dice < rate) throw new Error('killed after');
    return result;
  };
  return () => delete methods[name];
}

interface Ended {
  readonly id: string;
  readonly status: string;
  readonly state: string | null;
  readonly payments: number | string | null;
  readonly total: number | string;
}

/** The rail may have decided it since it was read as waiting. */
function unlessEnded(error: unknown): void {
  if (!(error instanceof SandboxRefusal)) throw error;
}

describe.each(BACKENDS)('payouts through faults on %s', (backend) => {
  let desk: PayoutDesk;
  let payer: TestUser;
  beforeAll(async () => {
    desk = await PayoutDesk.open(backend, { CHARGES: 'nigeria-2026' });
    // Long, because many are submitted at once.
    desk.service.app.get(SandboxPayoutTimes, { strict: false }).submitTimeoutMs = 3_000;
    payer = await desk.payer(BALANCE);
  });
  afterAll(() => desk.service.close());

  const open = () => desk.rows<{ id: string }>("SELECT id FROM payout WHERE status = 'pending'");

  it('are paid at most once, refunded only where they were not, and hold nothing in the end', async () => {
    const chance = random(20_261_126);
    const rail = desk.service.app.get(SandboxPayoutProvider, { strict: false });
    const repairs = [
      fails(rail, 'submit', chance, 0.4),
      fails(rail, 'query', chance, 0.3),
      fails(desk.service.app.get(SettlePayout, { strict: false }), 'commit', chance, 0.3),
      fails(desk.service.app.get(AdvancePayout, { strict: false }), 'submit', chance, 0.2),
    ];
    const accounts = Array.from({ length: PAYOUTS }, (_, index) => {
      const ending = ENDINGS[Math.floor(chance() * ENDINGS.length)]!;
      return `${String(100_000 + index)}${ending}`;
    });
    for (let at = 0; at < PAYOUTS; at += 10)
      await Promise.all(accounts.slice(at, at + 10).map((account) => desk.pay(payer, account, { amount: 1_000 })));
    for (let round = 0; round < ROUNDS; round++) {
      await desk.service.settled();
      for (const { id } of await open()) await desk.ask(id).catch(() => undefined);
    }
    for (const repair of repairs) repair();

    const undecided = () =>
      desk.rows<{ id: string; state: string | null }>(
        `SELECT payout.id AS id, rail.state AS state FROM payout LEFT JOIN sandbox_payout rail ON rail.reference = payout.reference
         WHERE payout.status = 'pending'`,
      );
    // What the rail never got is not known to it: staff say so. What waits there is decided, also what is sent only now.
    await until(async () => {
      for (const { id, state } of await undecided()) {
        if (state === 'waiting') await desk.decide(id, chance() < 0.5 ? 'delivered' : 'failed').catch(unlessEnded);
        else await desk.ask(id);
      }
      return (await undecided()).every(({ state }) => state === null);
    });
    const returned = await desk.rows<{ id: string }>("SELECT id FROM payout WHERE status = 'completed' ORDER BY id LIMIT 5");
    for (const { id } of returned) await desk.decide(id, 'returned');

    const ended = await desk.rows<Ended>(
      `SELECT payout.id AS id, payout.status AS status, rail.state AS state, rail.payments AS payments,
          payout.amount_kobo + payout.charged_kobo AS total
        FROM payout LEFT JOIN sandbox_payout rail ON rail.reference = payout.reference`,
    );
    expect(ended).toHaveLength(PAYOUTS);
    const fits = { completed: 'paid', failed: 'failed', reversed: 'returned', pending: null } as const;
    expect(ended.filter(({ status, state }) => fits[status as keyof typeof fits] !== state)).toEqual([]);
    expect(ended.filter(({ payments }) => Number(payments ?? 0) > 1)).toEqual([]);
    const sum = (...statuses: readonly string[]) =>
      ended.filter(({ status }) => statuses.includes(status)).reduce((total, each) => total + Number(each.total), 0);
    expect(await desk.accountKobo(providerHeld('sandbox'))).toBe(sum('pending'));
    expect(await desk.accountKobo(payer.userid)).toBe(BALANCE * 100 - sum('pending', 'completed'));
    expect(await open()).toHaveLength(ended.filter(({ status }) => status === 'pending').length);
    expect(await desk.verify()).toMatchObject({ ok: true });
  });
});
