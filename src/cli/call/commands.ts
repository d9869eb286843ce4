import { type CommandEnvironment, runCommands } from '../command-line.js';
import { call } from './call.js';
import { login } from './login.js';
import { logout } from './logout.js';
import { register } from './register.js';

/** Commands that only speak HTTP, by their names. */
export const CALL_COMMANDS = { register, login, call, logout };

/** Does not load the service. @returns the exit code */
export function runCallCommand(argv: readonly string[], environment?: CommandEnvironment): Promise<number> {
  return runCommands(Object.values(CALL_COMMANDS), argv, environment);
}
