import type { SteppedMigration } from '../platform/database/stepped-migration.js';
import { Baseline0001 } from './0001-baseline.js';
import { Revalidation0164 } from './0164-revalidation.js';
import { Screening0167 } from './0167-screening.js';

/** The schema of 0.2.0, and behind it each change, in the order of their numbers. */
export const MIGRATIONS: (new () => SteppedMigration)[] = [Baseline0001, Revalidation0164, Screening0167];
