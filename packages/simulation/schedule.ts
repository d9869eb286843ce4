import type { Random } from '../harness/random.js';

/** A packet is what one connection sends to the database: `lost answer` is committed, the others that are lost are not. */
const OF_PACKETS = [
  'lost request',
  'lost inside',
  'lost at commit',
  'lost answer',
  'deadlock',
  'refused commit',
  'split',
  'slow',
] as const;
const OF_MESSAGES = ['dropped', 'doubled', 'late'] as const;
const OF_TIME = [
  'kill',
  'freeze',
  'redis away',
  'database away',
  'database silent',
  'table locked',
  'head locked',
  'account locked',
  'deaf',
  'half open',
] as const;

export type PacketFault = (typeof OF_PACKETS)[number];
export type MessageFault = (typeof OF_MESSAGES)[number];
export type TimedFault = (typeof OF_TIME)[number];

/** `at`: which packet or message of the run, or its virtual ms. `share` says where in it, or whom it meets. */
export type Fault = { readonly at: number; readonly ms: number; readonly share: number } & (
  | { readonly of: 'packet'; readonly how: PacketFault }
  | { readonly of: 'message'; readonly how: MessageFault }
  | { readonly of: 'time'; readonly how: TimedFault }
);

export type Schedule = readonly Fault[];

/** How long each lasts at most. */
const LONGEST_MS: Readonly<Record<TimedFault, number>> = {
  kill: 2_000,
  freeze: 8_000,
  'redis away': 5_000,
  'database away': 4_000,
  'database silent': 4_000,
  'table locked': 8_000,
  'head locked': 3_000,
  'account locked': 8_000,
  deaf: 2_500,
  'half open': 1,
};
const LONGEST_SLOW_MS = 900;
const LONGEST_LATE_MS = 4_000;
const PACKETS_OF_A_COMMAND = 2;
const MESSAGES_OF_A_COMMAND = 3;
const TIMED = 400;

/** Seeds differ in which kinds they have and how many, because faults in the middle of others hide each other. */
export function drawSchedule(random: Random, commands: number): Schedule {
  const rate = () => random.pick([0, 0.002, 0.006, 0.02]);
  const packets = OF_PACKETS.map((how) => ({ how, rate: rate() }));
  const messages = OF_MESSAGES.map((how) => ({ how, rate: rate() }));
  const chosen = OF_TIME.filter(() => random.chance(0.6));
  const faults: Fault[] = [];
  for (let at = 1; at <= commands * PACKETS_OF_A_COMMAND; at++)
    for (const { how, rate: share } of packets)
      if (random.chance(share)) faults.push({ of: 'packet', at, how, ms: random.next() * LONGEST_SLOW_MS, share: random.next() });
  for (let at = 1; at <= commands * MESSAGES_OF_A_COMMAND; at++)
    for (const { how, rate: share } of messages)
      if (random.chance(share))
        faults.push({ of: 'message', at, how, ms: 200 + random.next() * LONGEST_LATE_MS, share: random.next() });
  const pauseMs = random.pick([800, 2_000, 5_000]);
  let at = 500;
  for (let count = 0; count < TIMED && chosen.length > 0; count++) {
    at += (0.3 + random.next()) * pauseMs;
    const how = random.pick(chosen);
    faults.push({
      of: 'time',
      at: Math.round(at),
      how,
      ms: Math.round(100 + random.next() * LONGEST_MS[how]),
      share: random.next(),
    });
  }
  return faults;
}

export function faultInWords({ of, at, how, ms, share }: Fault): string {
  const where = of === 'time' ? `at ${at} ms` : `${of} ${at}`;
  return `${where}: ${how} (${ms.toFixed(0)} ms, ${share.toFixed(2)})`;
}
