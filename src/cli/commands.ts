import { auditList } from './audit-list.js';
import { backup } from './backup.js';
import { CALL_COMMANDS } from './call/commands.js';
import { catalogueSync } from './catalogue-sync.js';
import { type CommandEnvironment, runCommands } from './command-line.js';
import { databaseGrants } from './database-grants.js';
import { demoSeed } from './demo-seed.js';
import { jobsExhausted, jobsRetry } from './jobs.js';
import { keysRotate } from './keys-rotate.js';
import { ledgerAcceptFault } from './ledger-accept-fault.js';
import { ledgerAcceptLoss } from './ledger-accept-loss.js';
import { ledgerAnchor } from './ledger-anchor.js';
import { ledgerArchive } from './ledger-archive.js';
import { ledgerBalance } from './ledger-balance.js';
import { ledgerVerify } from './ledger-verify.js';
import { logsTail } from './logs-tail.js';
import { migrateCommand } from './migrate.js';
import { sandboxClock } from './sandbox-clock.js';
import { sandboxOutcome } from './sandbox-outcome.js';
import { sandboxPay } from './sandbox-pay.js';
import { sandboxReverse } from './sandbox-reverse.js';
import { reconcile } from './reconcile.js';
import { restore } from './restore.js';
import { rowsReseal } from './rows-reseal.js';
import { rowsVerify } from './rows-verify.js';
import { staffCreateAdmin } from './staff-create-admin.js';
import { statement } from './statement.js';
import { statsRebuild } from './stats-rebuild.js';
import { webhooksListen } from './webhooks-listen.js';
import { webhooksTrigger } from './webhooks-trigger.js';

const COMMANDS = [
  ...Object.values(CALL_COMMANDS),
  ledgerVerify,
  ledgerBalance,
  ledgerAnchor,
  ledgerArchive,
  ledgerAcceptLoss,
  ledgerAcceptFault,
  statement,
  statsRebuild,
  catalogueSync,
  reconcile,
  jobsExhausted,
  jobsRetry,
  staffCreateAdmin,
  auditList,
  keysRotate,
  rowsVerify,
  rowsReseal,
  backup,
  restore,
  migrateCommand,
  databaseGrants,
  demoSeed,
  sandboxPay,
  sandboxReverse,
  sandboxOutcome,
  sandboxClock,
  webhooksListen,
  webhooksTrigger,
  logsTail,
];

/** @returns the exit code */
export function runCommandLine(argv: readonly string[], environment?: CommandEnvironment): Promise<number> {
  return runCommands(COMMANDS, argv, environment);
}
