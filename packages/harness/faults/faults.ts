import type { DatabaseKind } from '../cluster/cluster.js';
import { clockFaults } from './clock-faults.js';
import { databaseFaults } from './database-faults.js';
import type { Fault } from './fault.js';
import { processFaults, rollingUpdate } from './process-faults.js';
import { redisFaults } from './redis-faults.js';

const FAULTS: readonly Fault[] = [rollingUpdate, ...processFaults, ...databaseFaults, ...redisFaults, ...clockFaults];

/**
 * The faults of a cluster with such databases.
 * @param only their names, by comma; undefined: all
 * @param nemesis the rounds of the nemesis, which are chosen by their common name
 * @throws Error where one is named that there is not
 */
export function chooseFaults(only: string | undefined, database: DatabaseKind, nemesis: readonly Fault[]): Fault[] {
  const here = [...FAULTS, ...nemesis].filter(({ withoutMoneyS }) => database in withoutMoneyS);
  const known = [...new Set(here.map(({ name }) => name))];
  const names = only?.split(',') ?? known;
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`no fault ${unknown.join(', ')}; there are ${known.join(', ')}`);
  return here.filter(({ name }) => names.includes(name));
}
