import type { SteppedMigration } from '../platform/database/stepped-migration.js';
import { Baseline0001 } from './0001-baseline.js';

/** The schema of 0.2.0, and behind it each change, in the order of their numbers. */
export const MIGRATIONS: (new () => SteppedMigration)[] = [Baseline0001];
