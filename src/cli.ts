import dotenv from 'dotenv';
import { CALL_COMMANDS, runCallCommand } from './cli/call/commands.js';

/** An application that failed to start may leave reconnecting connections behind, which would keep the process alive. */
const EXIT_DELAY_MS = 1_000;

dotenv.config({ quiet: true });
// Those that only speak HTTP answer in half a second, because they do not load the service.
const isCall = Object.hasOwn(CALL_COMMANDS, process.argv[2] ?? '');
const run = isCall ? runCallCommand : (await import('./cli/commands.js')).runCommandLine;
process.exitCode = await run(process.argv);
setTimeout(() => process.exit(), EXIT_DELAY_MS).unref();
