import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { record } from '../../packages/harness/recording/record.js';
import { PING } from '../../src/contexts/webhooks/webhooks.js';
import { WEBHOOK_EVENTS } from '../../src/kernel/webhook-events.js';
import { readCatalogue, type Recordings } from '../../src/platform/http/openapi/catalogue.js';
import { buildService } from '../support/service-process.js';

const COMMITTED = resolve(import.meta.dirname, '../../src/interface/recordings.json');
const { recordings, operations, events } = readCatalogue();

beforeAll(buildService);

describe('recordings', () => {
  it('are of every operation', () => {
    const missing = operations.map(({ action }) => action).filter((action) => recordings.operations[action] === undefined);
    expect(missing, 'add a step to packages/harness/scenario, then npm run docs:operations').toEqual([]);
  });

  it('say what is needed, where there is no answer', () => {
    const without = Object.values(recordings.operations)
      .flat()
      .filter(({ data }) => data === undefined);
    expect(without.length).toBeLessThan(14);
    expect(without.filter(({ first = [] }) => first.length === 0)).toEqual([]);
  });

  it('are of every event, with the fields that are described', () => {
    expect(Object.keys(events)).toEqual([...WEBHOOK_EVENTS, PING]);
    for (const [event, [, fields]] of Object.entries(events)) {
      const { data } = recordings.webhooks[event] as { data: Record<string, unknown> };
      const types = Object.fromEntries(
        Object.entries(data).map(([name, value]) => [name, Array.isArray(value) ? '[]' : typeof value]),
      );
      const described = Object.entries(fields).map(([name, type]) => [name, type.endsWith('[]') ? '[]' : type]);
      expect(types, event).toEqual(Object.fromEntries(described));
    }
  });

  it('are what the service answers now; npm run docs:operations records them anew', async () => {
    const [now, committed] = [await record(), readFileSync(COMMITTED, 'utf8')].map((text) => JSON.parse(text) as Recordings);
    expect(shapesOf(now!)).toEqual(shapesOf(committed!));
  });
});

/** Figures differ with the speed of a machine, so that values are compared by their types, but for what was sent. */
function shapesOf({ operations, webhooks }: Recordings): object {
  const shown = Object.entries(operations).map(([action, all]) => [
    action,
    all.map(({ data, ...sent }) => ({ ...sent, data: shapeOf(data) })),
  ]);
  return { operations: Object.fromEntries(shown) as object, webhooks: shapeOf(webhooks) };
}

function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shapeOf(each)]));
}
