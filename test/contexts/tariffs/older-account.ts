import { Database } from '../../../src/platform/database/database.js';
import type { TestApp } from '../../support/app.js';
import { changeRow } from '../../support/change-row.js';

const DAY_MS = 86_400_000;

/** Makes an account and its first device older than its first 24 hours. Before anything reads it, because caches keep what they hold. */
export async function makeOlder(service: Pick<TestApp, 'app'>, userId: string, now: number): Promise<void> {
  await changeRow(service.app, 'user_account', userId, { recorded: now - DAY_MS });
  const database = service.app.get(Database, { strict: false });
  await database.rows('UPDATE login_record SET recorded = recorded - ? WHERE user_id = ?', [DAY_MS, userId]);
}
