/** Plays the scenario in a fresh sandbox and keeps what was sent and answered, as src/interface/recordings.json. */
import { setTimeout as sleep } from 'node:timers/promises';
import { events } from '../scenario/events.js';
import { scenario } from '../scenario/index.js';
import type { Step, UploadedNote } from '../scenario/step.js';
import { unrecorded } from '../scenario/unrecorded.js';
import { type Played, Player } from './player.js';
import { Stabilizer } from './stable.js';
import { World } from './world.js';

const ITEMS_SHOWN = 1;
const LONGEST_WAIT_MS = 60_000;

export const recordingsPath = 'interface/recordings.json';

interface Recording {
  readonly title?: string;
  readonly as?: string;
  readonly first?: readonly string[];
  readonly input?: unknown;
  readonly body?: unknown;
  readonly file?: UploadedNote;
  readonly data?: unknown;
}

/** @returns as JSON `{ operations, webhooks }`: the recordings of each operation, and the payload of each event */
export async function record(): Promise<string> {
  const world = await World.start();
  try {
    return `${JSON.stringify(await recordIn(world), null, 2)}\n`;
  } finally {
    await world.stop();
  }
}

async function recordIn(world: World): Promise<object> {
  const player = new Player(world);
  const stable = stabilizerOf(world);
  const operations: Record<string, Recording[]> = {};
  const sources = new Map<string, string | undefined>();
  for (const step of scenario.flatMap(({ steps }) => steps)) {
    const recording = recordingOf(step, await player.play(step), stable, sources);
    for (const name of Object.keys(step.keep ?? {})) sources.set(name, step.action);
    if (!step.action || step.setup || (operations[step.action] && !step.title)) continue;
    (operations[step.action] ??= []).push(recording);
  }
  for (const [action, first] of Object.entries(unrecorded)) operations[action] = [{ first: [first] }];
  for (const step of events) await player.play(step);
  return { operations: sorted(operations), webhooks: await webhooksOf(world, stable) };
}

function stabilizerOf({ startedAt, variables, receiver, origin }: World): Stabilizer {
  const stable = new Stabilizer(startedAt);
  stable.know(variables.googleIdToken, 'eyJhbGciOiJSUzI1NiIsImtpZCI6ImtleS0xIn0.eyJlbWFpbCI6Imtlb…');
  stable.know(origin, 'https://api.example.com');
  stable.know(receiver.url, 'https://hooks.example.com/harmattan');
  return stable;
}

/** Everything is made stable, also what is not kept, so that a value gets its name where it comes from. */
function recordingOf(
  step: Step,
  { input, body, data }: Played,
  stable: Stabilizer,
  sources: ReadonlyMap<string, string | undefined>,
): Recording {
  const { title, as, file, first: said = [] } = step.sandbox === undefined ? step : {};
  const path = title ? `${step.action}:${title}` : (step.action ?? 'sandbox');
  const sent = stable.of(input, `${path}.input`) as object;
  const answered = stable.of(data, `${path}.data`);
  const first = [...said, ...sourcesOf(step, sources)];
  return {
    ...(title ? { title } : {}),
    ...(as ? { as } : {}),
    ...(first.length > 0 ? { first } : {}),
    ...(Object.keys(sent).length > 0 ? { input: sent } : {}),
    ...(body ? { body: stable.of(body, `${path}.body`) } : {}),
    ...(file ? { file } : {}),
    data: shortened(answered),
  };
}

/** Which operations answer the values that this one takes. */
function sourcesOf(step: Step, sources: ReadonlyMap<string, string | undefined>): string[] {
  const input = step.sandbox === undefined ? (step.input ?? {}) : {};
  return Object.entries(input).flatMap(([name, value]) => {
    const source = sources.get(/^\{\{(\w+)\}\}$/.exec(String(value))?.[1] ?? '');
    return source ? [`\`${name}\`: \`${source}\``] : [];
  });
}

/** Lists with their first entries. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, ITEMS_SHOWN).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shortened(each)]));
}

async function webhooksOf({ receiver, origin }: World, stable: Stabilizer): Promise<Record<string, unknown>> {
  const { webhooks } = (await (await fetch(`${origin}/openapi.json`)).json()) as { webhooks: object };
  const awaited = Object.keys(webhooks);
  const deadline = Date.now() + LONGEST_WAIT_MS;
  const found = (type: string) => receiver.messages.find((message) => message.type === type);
  while (!awaited.every(found)) {
    if (Date.now() > deadline) throw new Error(`no webhook came of ${awaited.filter((type) => !found(type)).join(', ')}`);
    await sleep(100);
  }
  return Object.fromEntries(awaited.map((type) => [type, stable.of(found(type), type)]));
}

function sorted<T>(operations: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(operations).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
