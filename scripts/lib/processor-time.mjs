/** Processor seconds of a run, in units of a yardstick of the same run: on a slow machine both are larger, and on a busy one neither is. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const TICKS_A_SECOND = 100;
/** A second of one core of the machine on which the budgets were measured. */
const ROUNDS = 600;

/** Of all that this process has started and waited for, also of what these have. 0 where the system does not say it. */
export function childrenSeconds() {
  try {
    // Behind the name, which may have blanks in it.
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const fields = stat.slice(stat.lastIndexOf(') ') + 2).split(' ');
    return (Number(fields[13]) + Number(fields[14])) / TICKS_A_SECOND;
  } catch {
    return 0;
  }
}

/** What a suite does most: objects are made and read as JSON, sorted and hashed. @returns processor seconds of it */
export function yardstickSeconds(rounds = ROUNDS) {
  const before = process.cpuUsage();
  for (let round = 0; round < rounds; round++) {
    const rows = Array.from({ length: 2_000 }, (_, at) => ({ id: (at * 7_919) % 2_003, name: `row ${at}`, kobo: at * 100 }));
    const text = JSON.stringify(JSON.parse(JSON.stringify(rows)).sort((one, other) => one.id - other.id));
    createHash('sha512').update(text).digest();
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
