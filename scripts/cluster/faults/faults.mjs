/** Each fault: what it does, and when its own part is over. What clients see meanwhile is measured by the runner. */
import { clockFaults } from './clock-faults.mjs';
import { databaseFaults } from './database-faults.mjs';
import { processFaults, rollingUpdate } from './process-faults.mjs';
import { redisFaults } from './redis-faults.mjs';

export const FAULTS = [rollingUpdate, ...processFaults, ...databaseFaults, ...redisFaults, ...clockFaults];
