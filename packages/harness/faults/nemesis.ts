/** Rounds of disturbances, one or two at once, drawn from a seed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../random.js';
import type { Disturbance } from './disturbances.js';
import { type Fault, type FaultContext, onAll } from './fault.js';

export const NEMESIS = 'nemesis';
/** After the first of a round, the second begins within this time. */
const LONGEST_OFFSET_S = 3;

export interface Planned {
  readonly disturbance: Disturbance;
  readonly startsS: number;
  readonly lastsS: number;
  /** For what is drawn when it begins. */
  readonly seed: number;
}

/** Every kind occurs before one occurs again. */
export function schedule(seed: number, rounds: number, disturbances: readonly Disturbance[]): Planned[][] {
  const random = new Random(seed);
  let deck: Disturbance[] = [];
  const draw = (others: readonly Planned[]) => {
    if (deck.length === 0) deck = random.shuffled(disturbances);
    const at = Math.max(
      0,
      deck.findIndex((each) => others.every(({ disturbance }) => disturbance !== each)),
    );
    return deck.splice(at, 1)[0]!;
  };
  return Array.from({ length: rounds }, (_, number) => {
    const round: Planned[] = [];
    // The first has one, the second two; later it is drawn.
    const count = number < 2 ? number + 1 : 1 + random.below(2);
    while (round.length < count) {
      const disturbance = draw(round);
      const [shortest, longest] = disturbance.lastsS;
      const startsS = round.length === 0 ? 0 : random.next() * LONGEST_OFFSET_S;
      const lastsS = shortest + random.next() * (longest - shortest);
      round.push({ disturbance, startsS, lastsS, seed: random.below(2 ** 31) });
    }
    return round;
  });
}

export function nemesisFaults(seed: number, rounds: number, disturbances: readonly Disturbance[]): Fault[] {
  return schedule(seed, rounds, disturbances).map((round, index) => ({
    name: NEMESIS,
    title: `Nemesis, round ${index + 1} of seed ${seed}: ${describeRound(round)}`,
    withoutMoneyS: onAll(round.reduce((sum, { disturbance }) => sum + disturbance.withoutMoneyS, 0)),
    async prepare(context) {
      for (const { disturbance } of round) await disturbance.prepare?.(context);
    },
    run: async (context) => {
      const ended = await Promise.allSettled(round.map((planned) => perform(planned, context)));
      const failed = ended.find((each) => each.status === 'rejected');
      if (failed) throw failed.reason;
    },
  }));
}

export function describeRound(round: readonly Planned[]): string {
  return round
    .map(({ disturbance, startsS, lastsS }) => `${disturbance.name} at ${startsS.toFixed(1)} s for ${lastsS.toFixed(1)} s`)
    .join(', ');
}

async function perform({ disturbance, startsS, lastsS, seed }: Planned, context: FaultContext): Promise<void> {
  await sleep(startsS * 1_000 * context.scale);
  const end = await disturbance.begin(context, new Random(seed));
  try {
    await sleep(lastsS * 1_000 * context.scale);
  } finally {
    await end();
  }
}
