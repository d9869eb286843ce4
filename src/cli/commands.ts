import { type CommandEnvironment, CommandLine } from './command-line.js';
import { CALL_COMMANDS } from './commands/calls.js';
import { DATABASE_COMMANDS } from './commands/database.js';
import { LEDGER_COMMANDS } from './commands/ledger.js';
import { SANDBOX_COMMANDS } from './commands/sandbox.js';
import { SECURITY_COMMANDS } from './commands/security.js';
import { COMPARING_COMMANDS, LOG_COMMANDS, SERVICE_COMMANDS } from './commands/service.js';

/** As --help shows them: a newcomer's commands stand first. */
const GROUPS = {
  'Use a service:': CALL_COMMANDS,
  'Try it in the sandbox:': SANDBOX_COMMANDS,
  'Run a service:': [...LOG_COMMANDS, ...DATABASE_COMMANDS, ...SERVICE_COMMANDS, ...SECURITY_COMMANDS],
  'Keep the books:': [...LEDGER_COMMANDS, ...COMPARING_COMMANDS],
};

/** @returns the exit code: 0 done, 1 a problem was found, 2 the command or the configuration is wrong */
export function runCommandLine(argv: readonly string[], environment?: CommandEnvironment): Promise<number> {
  const description = 'Calls a running service, and has the commands of its operators.';
  const cli = new CommandLine('harmattan', description, environment);
  for (const [heading, declarations] of Object.entries(GROUPS)) {
    cli.beginGroup(heading);
    for (const declare of declarations) declare(cli);
  }
  return cli.parse(argv);
}
