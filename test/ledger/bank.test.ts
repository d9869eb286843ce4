import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Replayed } from '../../src/kernel/caller.js';
import { Failure } from '../../src/kernel/failure.js';
import { newId } from '../../src/kernel/ids.js';
import type { GroupCommitLedger } from '../../src/ledger/application/group-commit-ledger.js';
import type { LedgerCommand } from '../../src/ledger/index.js';
import { ENGINES } from '../support/backend.js';
import { movement, openLedger, request, type LedgerFixture } from '../support/ledger-fixture.js';
import { verify } from './verify.js';

const WALLETS = 24;
const OPENING = 20_000;
const TRANSFERS = 1_500;
const CLIENTS = 64;

/** A number below `limit`, always the same sequence. */
function dice(): (limit: number) => number {
  let state = 20_261_120;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

describe.each(ENGINES)('ledger under concurrent load on %s', (backend) => {
  let books: LedgerFixture;
  let ledgers: GroupCommitLedger[];
  let wallets: string[];
  const roll = dice();

  beforeAll(async () => {
    books = await openLedger(backend);
    ledgers = [books.ledger, books.anotherLedger()];
    wallets = await Promise.all(Array.from({ length: WALLETS }, () => books.wallet(OPENING)));
  });
  afterAll(() => books.close());

  const some = () => wallets[roll(WALLETS)]!;
  const otherThan = (wallet: string) => wallets[(wallets.indexOf(wallet) + 1 + roll(WALLETS - 1)) % WALLETS]!;

  it('conserves the total with random transfers', async () => {
    const { replayed } = await workload(() => {
      const from = some();
      return [movement(from, otherThan(from), 1 + roll(3_000))];
    });
    expect(replayed).toBe(0);
  });

  it('conserves the total with one hot receiver', async () => {
    const shop = wallets[0]!;
    const paid = await workload(() => [movement(otherThan(shop), shop, 1 + roll(500))]);
    const paidOut = await workload(() => [movement(shop, otherThan(shop), 1 + roll(500))]);
    expect([paid.sent, paidOut.sent]).toEqual([TRANSFERS, TRANSFERS]);
  });

  it('conserves the total when pairs pay each other', async () => {
    const { sent } = await workload(() => {
      const pair = roll(4) * 2;
      const [one, other] = [wallets[pair]!, wallets[pair + 1]!];
      return roll(2) === 0 ? [movement(one, other, 1 + roll(8_000))] : [movement(other, one, 1 + roll(8_000))];
    });
    expect(sent).toBe(TRANSFERS);
  });

  it('executes a request once, through any number of processes', async () => {
    const { replayed } = await workload(() => {
      const from = some();
      const command = movement(from, otherThan(from), 1 + roll(2_000), { idempotencyKey: request(`storm-${newId()}`) });
      return Array.from({ length: 1 + roll(5) }, () => command);
    });
    expect(replayed).toBeGreaterThan(TRANSFERS / 3);
  });

  /** Sends commands from many clients; those of one turn go out together, through the ledgers in turn. */
  async function workload(turn: () => LedgerCommand[]): Promise<{ sent: number; accepted: number; replayed: number }> {
    const before = await count();
    let [sent, accepted, refused, replayed] = [0, 0, 0, 0];
    let keys = 0;
    const client = async () => {
      while (sent < TRANSFERS) {
        const commands = turn();
        sent += commands.length;
        keys++;
        const results = await Promise.allSettled(commands.map((command, index) => ledgers[(sent + index) % 2]!.commit(command)));
        const firsts = results.filter((result) => !(result.status === 'fulfilled' && result.value instanceof Replayed));
        expect(firsts).toHaveLength(1);
        replayed += results.length - 1;
        const [first] = firsts;
        if (first!.status === 'fulfilled') accepted++;
        else if (first!.reason instanceof Failure && first!.reason.failure === 'ledger.insufficient_funds') refused++;
        else throw first!.reason;
      }
    };
    let working = true;
    const watch = async () => {
      while (working) {
        await expectConstantTotal();
        await pause(5);
      }
    };
    const watching = watch();
    await Promise.all(Array.from({ length: CLIENTS }, client)).finally(() => (working = false));
    await watching;

    expect(accepted).toBeGreaterThan(keys / 4);
    expect(accepted + refused + replayed).toBe(sent);
    const after = await count();
    expect(after.journals - before.journals).toBe(accepted);
    expect(after.requests - before.requests).toBe(keys);
    expect(await verify(books.config)).toMatchObject({ ok: true, journals: after.journals, requests: after.requests });
    return { sent, accepted, replayed };
  }

  /** At any time the sum of all wallets in one snapshot is what was paid in. */
  async function expectConstantTotal(): Promise<void> {
    const sql = "SELECT SUM(balance_kobo) AS total, MIN(balance_kobo) AS least FROM ledger_account WHERE kind = 'wallet'";
    const [row] = await books.database.rows<{ total: number | string; least: number }>(sql);
    expect(Number(row!.total)).toBe(WALLETS * OPENING);
    expect(row!.least).toBeGreaterThanOrEqual(0);
  }

  async function count(): Promise<{ journals: number; requests: number }> {
    const sql = 'SELECT (SELECT COUNT(*) FROM journal) AS journals, (SELECT COUNT(*) FROM money_request) AS requests';
    const [row] = await books.database.rows<{ journals: number; requests: number }>(sql);
    return row!;
  }
});
