import type { Log } from './log.js';

/**
 * Logs an error that nobody handles, and ends the process, because its state is unknown. Node itself would print all that the
 * error has, such as the values of a statement.
 */
export function endOnUncaught(log: Log): void {
  process.on('uncaughtException', (error, origin) => {
    log.problem('the process ends, because nobody handled an error', error, { origin });
    log.flush();
    process.exit(1);
  });
}
