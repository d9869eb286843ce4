import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VerifyLedger } from '../../src/ledger/chain/application/verify-ledger.js';
import { OperationRegistry, type RegisteredOperation } from '../../src/platform/http/operation-registry.js';
import { CALLS } from '../contract/sections/index.js';
import { GRANTS } from '../contract/support/documents.js';
import { ContractFixture } from '../contract/support/contract-fixture.js';
import type { Answer, CallOptions, Credentials } from '../support/client.js';
import { signInStaff } from '../support/staff.js';
import { Fuzzer } from './support/fuzz.js';
import { Random } from '../../packages/harness/random.js';

/** Fixed, so that a failure comes from a change; other seeds can be tried for a night. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_120);
/** Rounds of all operations in each lane; as many again follow twice, in which memory may not grow. */
const ROUNDS = Number(process.env['FUZZ_ROUNDS'] ?? 1);
const LANES = 4;
const HEAP_GROWTH_BYTES = 64 * 1_048_576;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const heapBytes = () => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

/** Sessions to sign with; replaced when a call ended them. */
type Who = 'user' | 'tester' | 'staff' | 'clerk' | 'stranger' | 'nobody';
const WHO: readonly Who[] = ['user', 'user', 'user', 'tester', 'staff', 'staff', 'staff', 'clerk', 'stranger', 'nobody'];

describe.each(['sqlite', 'mysql'] as const)(`fuzzed calls on %s, seed ${SEED} (FUZZ_SEED)`, (backend) => {
  let fixture: ContractFixture;
  const signers = new Map<Who, Credentials | undefined>();
  const goodCalls = new Map<string, CallOptions>();
  const asked = new Map<string, number>();
  const succeeded = new Set<string>();

  beforeAll(async () => {
    fixture = await ContractFixture.open(backend, CALLS);
    for (const action of Object.keys(CALLS)) goodCalls.set(action, await fixture.goodCall(action));
    for (const who of new Set(WHO)) signers.set(who, await newSigner(who));
  });
  afterAll(() => fixture.close());

  async function newSigner(who: Who): Promise<Credentials | undefined> {
    switch (who) {
      case 'user':
        return fixture.newUser(10_000);
      case 'tester':
        return fixture.testAccount(10_000);
      case 'staff':
        return signInStaff(fixture.service, ...GRANTS);
      case 'clerk':
        return signInStaff(fixture.service);
      case 'stranger':
        return { pbcKey: 'nobody-nobody-nobody-nobody', secret: 'x' };
      case 'nobody':
        return undefined;
    }
  }

  /** Asserted for every answer. */
  function expectEnvelope({ status, headers, body }: Answer, operation: RegisteredOperation): void {
    expect(status).toBeLessThan(500);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(body.REQUEST).toEqual({ VERSION: '1.0', ACTION: operation.action, STATUS: status === 200 ? 'OK' : 'FAILED' });
    expect(Object.keys(body)).toEqual(['REQUEST', status === 200 ? 'DATA' : 'ERRORS']);
    if (status !== 200) expect(body.ERRORS.DETAILS).toMatch(/ \([0-9A-Z]{8}\)$/);
    expect(JSON.stringify(body)).not.toMatch(/node_modules|SQLITE_|ER_[A-Z_]+|QueryFailedError|TypeError/);
  }

  async function lane(number: number, rounds: number): Promise<void> {
    const random = new Random(SEED + number);
    const fuzzer = new Fuzzer(random, goodCalls);
    for (let round = 0; round < rounds; round++) {
      for (const operation of random.shuffled(fixture.get(OperationRegistry).all())) {
        const who = operation.spec.access === 'admin' && random.chance(0.6) ? 'staff' : random.pick(WHO);
        const as = signers.get(who);
        const call = fuzzer.make(operation);
        const answer = await fixture.service.client.call(operation.action, { ...call, ...(as ? { as } : {}) });
        try {
          expectEnvelope(answer, operation);
        } catch (error) {
          throw new Error(
            `seed ${SEED}: ${operation.action} by ${who}: ${JSON.stringify(call)}\n${JSON.stringify(answer.body)}`,
            { cause: error },
          );
        }
        asked.set(operation.action, (asked.get(operation.action) ?? 0) + 1);
        if (answer.status === 200) succeeded.add(operation.action);
        fuzzer.learn(answer.body.DATA);
        if (answer.status === 401 && who !== 'stranger' && signers.get(who) === as) signers.set(who, await newSigner(who));
      }
    }
  }

  it('are answered in the envelope, without internal error, in bounded memory', async () => {
    const run = (rounds: number, seed: number) =>
      Promise.all(Array.from({ length: LANES }, (_, number) => lane(seed + number, rounds)));
    await run(ROUNDS, 0);
    const before = heapBytes();
    await run(2 * ROUNDS, 1000);
    expect(heapBytes() - before).toBeLessThan(HEAP_GROWTH_BYTES);
    expect([...asked.keys()].sort()).toEqual(
      fixture
        .get(OperationRegistry)
        .all()
        .map(({ action }) => action)
        .sort(),
    );
    // Otherwise nearly everything would have been refused and nothing tested.
    expect(succeeded.size).toBeGreaterThan(40);
  });

  it('leave a consistent ledger', async () => {
    expect(await fixture.get(VerifyLedger).execute()).toMatchObject({ ok: true });
  });
});
