import { type CommandEnvironment, CommandLine } from './command-line.js';
import { CALL_COMMANDS } from './commands/calls.js';
import { DATABASE_COMMANDS } from './commands/database.js';
import { LEDGER_COMMANDS } from './commands/ledger.js';
import { SANDBOX_COMMANDS } from './commands/sandbox.js';
import { SECURITY_COMMANDS } from './commands/security.js';
import { LOG_COMMANDS, SERVICE_COMMANDS } from './commands/service.js';

/** In the order of --help. */
const COMMANDS = [
  ...CALL_COMMANDS,
  ...LEDGER_COMMANDS,
  ...SERVICE_COMMANDS,
  ...SECURITY_COMMANDS,
  ...DATABASE_COMMANDS,
  ...SANDBOX_COMMANDS,
  ...LOG_COMMANDS,
];

/** @returns the exit code: 0 done, 1 a problem was found, 2 the command or the configuration is wrong */
export function runCommandLine(argv: readonly string[], environment?: CommandEnvironment): Promise<number> {
  const description = 'Calls a running service, and does what operators do beside it.';
  const cli = new CommandLine('harmattan', description, environment);
  for (const declare of COMMANDS) declare(cli);
  return cli.parse(argv);
}
