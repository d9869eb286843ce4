import { createApp } from '../../src/create-app.js';
import { newId } from '../../src/kernel/ids.js';
import { Database } from '../../src/platform/database/database.js';
import { insertAll } from '../../src/platform/database/insert-new.js';
import type { Backend } from '../../test/support/backend.js';
import { type RunningPayer, Simulators } from '../simulators/console/simulators.js';
import { databasePid } from './cpu.js';
import { install, type Installation, run } from './installation.js';
import { type LoadOrder, measure } from './load.js';
import type { Row } from './report.js';
import { payoutPlan } from './scenarios.js';

const TOKEN = 'a-token-of-the-benchmark';
const AMOUNT_KOBO = 100_000;
const ACCOUNT = '0123456789';
const DAY_MS = 86_400_000;
const QUESTIONS = 20_000;
const WARM_UP_MS = 8_000;

/** How fast a provider is told that a payout is ours, while others submit payouts. */
export async function measureApprovals(backend: Backend, durationMs: number, progress: (text: string) => void): Promise<Row[]> {
  progress(`${backend}: approval questions beside payouts`);
  const simulators = await Simulators.start();
  // The last, whose question names the account and not something that it registered before.
  const payer = simulators.payers.at(-1)!;
  const place = await install(backend, 200, {
    ...payer.running.environment,
    PAYOUT_PROVIDERS: `sandbox,${payer.name}`,
    PAYOUT_APPROVAL_TOKEN: TOKEN,
  });
  try {
    await fillPayouts(place, payer);
    const service = await run(place);
    try {
      const order = { origin: service.origin, warmUpMs: WARM_UP_MS, durationMs };
      const payouts = { ...order, connections: 32, count: 20_000, plan: payoutPlan(place) };
      const questions = { ...order, connections: 2, count: QUESTIONS, plan: questionPlan(place, payer) };
      const measured = async (name: string, load: LoadOrder): Promise<Row> => {
        const databasePids = backend === 'mysql' ? [databasePid()].filter((pid) => pid !== undefined) : [];
        const result = await measure(load, [service.pid], databasePids);
        if (result.bad > 0) progress(`  ${name}: ${result.bad} answers were not 2xx, the first: ${result.sample}`);
        return { backend, name, connections: load.connections, ...result };
      };
      return await Promise.all([
        measured('payout, beside approval questions', payouts),
        measured('approval question, beside payouts', questions),
      ]);
    } finally {
      await service.stop();
    }
  } finally {
    await place.remove();
    await simulators.stop();
  }
}

function questionPlan({ users }: Installation, { name, running }: RunningPayer) {
  const question = running.payouts.questionAbout({
    reference: 'po-bench-{index}',
    bankCode: running.knownBank,
    account: ACCOUNT,
    name: 'BENCH',
    amountKobo: AMOUNT_KOBO,
    feeKobo: 0,
    narration: 'bench',
  });
  const target = `/?req=payout_authorize&provider=${name}&token=${TOKEN}`;
  return { method: 'POST', signed: false, repeatable: false, users, target, body: JSON.stringify(question) } as const;
}

/** Payouts that the provider would have; their next question is a day away. They are written past the ledger, for questions only. */
async function fillPayouts({ config, userIds }: Installation, { name, running }: RunningPayer): Promise<void> {
  const app = await createApp({ config });
  const now = Date.now();
  for (let from = 0; from < QUESTIONS; from += 500) {
    const orders = Array.from({ length: 500 }, (_, index) => ({ id: newId(), reference: `po-bench-${from + index}` }));
    const payouts = orders.map(({ id, reference }, index) => ({
      id,
      user_id: userIds[index % userIds.length]!,
      bank_code: 'gtbank',
      bank_name: 'Guaranty Trust Bank',
      account: ACCOUNT,
      account_name: 'BENCH',
      reference,
      amount_kobo: AMOUNT_KOBO,
      charged_kobo: 0,
      note: '',
      status: 'pending',
      response_code: '',
      response_message: '',
      session_id: '',
      cost_kobo: 0,
      queries: 0,
      next_query_at: now + DAY_MS,
      recorded: now,
    }));
    const attempts = orders.map(({ id, reference }) => ({
      id: newId(),
      payout_id: id,
      attempt_no: 1,
      provider: name,
      reference,
      bank_code: running.knownBank,
      state: 'submitted',
      raw_code: '',
      raw_message: '',
      recorded: now,
    }));
    for (const [table, rows] of [
      ['payout', payouts],
      ['payout_attempt', attempts],
    ] as const)
      await insertAll(
        app.get(Database),
        table,
        Object.keys(rows[0]!),
        rows.map((row) => Object.values(row)),
      );
  }
  await app.close();
}
