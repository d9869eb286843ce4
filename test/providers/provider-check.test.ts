import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PreparedCheck, prepareCheck, titlesOf } from '../../packages/harness/provider-check/provider-check.js';
import { findSimulators } from '../../packages/simulators/shared/found-simulators.js';
import { openProvider } from '../../src/open-provider.js';
import { PROVIDER_MANIFESTS } from '../../src/provider-manifests.js';

const simulators = await findSimulators();

it('each provider but the sandbox has a simulator', () => {
  const named = (all: readonly { readonly kind: string; readonly name: string }[]) =>
    all.map(({ kind, name }) => `${kind} ${name}`).toSorted();
  // Those of identities answer about people, which this check of payments does not ask; their tests have simulators of their own.
  const paying = PROVIDER_MANIFESTS.filter(({ kind, name }) => name !== 'sandbox' && kind !== 'identity');
  expect(named(paying)).toEqual(named(simulators));
  expect(simulators.length).toBeGreaterThanOrEqual(4);
});

describe.each(simulators)('$title', (simulated) => {
  const manifest = PROVIDER_MANIFESTS.find(({ kind, name }) => kind === simulated.kind && name === simulated.name)!;
  let check: PreparedCheck;
  beforeAll(async () => {
    check = await prepareCheck(manifest, simulated, (environment, times) => openProvider(manifest, environment, times));
  });
  afterAll(() => check.close());

  it.each(titlesOf(simulated.kind).map((title, index) => [title, index] as const))('%s', async (title, index) => {
    const found = check.cases[index]!;
    expect(found.title).toBe(title);
    await found.run();
  });
});
