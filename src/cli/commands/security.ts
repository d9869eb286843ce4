import type { AuditListOptions, RowsResealOptions, StaffCreateAdminOptions } from '../security.js';
import type { CommonOptions, Declaration } from '../command-line.js';
import { MAX_LIMIT, parseLimit, parseTime, TIME_HELP, USER_HELP } from '../options.js';

const DEFAULT_RECORDS = 50;

export const SECURITY_COMMANDS: readonly Declaration[] = [
  (cli) =>
    cli
      .command('staff:create-admin', 'create an administrator; prints the registration secrets, only once, as JSON')
      .requiredOption('--email <address>', 'e-mail address')
      .option('--first-name <name>', 'first name')
      .option('--last-name <name>', 'last name')
      .action(async (options: StaffCreateAdminOptions) => (await import('../security.js')).staffCreateAdmin(cli, options)),

  (cli) =>
    cli
      .command('audit:list', 'list changes or reads by staff, newest first')
      .option('--since <time>', `from this time on, ${TIME_HELP}`, parseTime)
      .option('--actor <user>', `only by this staff member: ${USER_HELP}`)
      .option('--action <name>', 'only by this operation, as control_staff_profile_update')
      .option('--reads', 'list the users whose records they read, instead of changes')
      .option('--limit <number>', `maximum number, up to ${MAX_LIMIT}`, parseLimit, DEFAULT_RECORDS)
      .action(async (options: AuditListOptions) => (await import('../security.js')).auditList(cli, options)),

  (cli) =>
    cli
      .command(
        'keys:rotate',
        'encrypt everything anew under APP_KEY beside the running service; after an interruption it goes on',
      )
      .action(async (options: CommonOptions) => (await import('../security.js')).keysRotate(cli, options)),

  (cli) =>
    cli
      .command(
        'rows:verify',
        'list rows of accounts, PINs, staff and proposals that were changed in the database; exit 1 if there are any',
      )
      .action(async (options: CommonOptions) => (await import('../security.js')).rowsVerify(cli, options)),

  (cli) =>
    cli
      .command('rows:reseal [table] [id]', 'show a row that was changed in the database; with --reason trust it again')
      .option('--all', 'all rows with broken seals, for instance after an upgrade that took longer than a day')
      .option('--reason <sentence>', 'who looked at it and why it is right; kept in the audit trail')
      .action(async (table: string | undefined, id: string | undefined, options: RowsResealOptions) =>
        (await import('../security.js')).rowsReseal(cli, table, id, options),
      ),
];
