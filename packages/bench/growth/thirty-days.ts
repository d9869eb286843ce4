import { createApp } from '../../../src/create-app.js';
import { DAY_MS } from '../../../src/kernel/clock.js';
import { ArchiveLedger } from '../../../src/ledger/index.js';
import { LedgerJobs } from '../../../src/ledger/ledger.jobs.js';
import { Database } from '../../../src/platform/database/database.js';
import { MailJobs } from '../../../src/platform/mail/mail.jobs.js';
import { ShiftedClock } from '../../../test/support/clocks.js';
import type { Installation } from '../installation.js';

/** Runs, thirty-one days later, what runs once a day, and the archive. @returns bytes of the archive's files */
export async function letThirtyDaysPass({ config }: Installation): Promise<number> {
  const clock = new ShiftedClock();
  clock.aheadMs = 31 * DAY_MS;
  const app = await createApp({ config: Object.create(config, { runsJobs: { value: false } }) as typeof config, clock });
  try {
    // What mails are dated by is the time of the database.
    Object.assign(app.get(Database).clock, { now: () => clock.now() });
    const find = { strict: false };
    await app.get(MailJobs, find).removeOld();
    await app.get(LedgerJobs, find).forgetAnswers();
    // The last thousand batches would stay, which are most of so few transfers.
    const { ok, parts } = await app.get(ArchiveLedger, find).execute({ olderThan: { days: 30 }, keptBatches: 0 });
    if (!ok) throw new Error('the ledger could not be archived');
    return parts.reduce((bytes, { sizeBytes }) => bytes + sizeBytes, 0);
  } finally {
    await app.close();
  }
}
