import dotenv from 'dotenv';
import { runCommandLine } from './cli/commands.js';

/** An application that failed to start may leave reconnecting connections behind, which would keep the process alive. */
const EXIT_DELAY_MS = 1_000;

dotenv.config({ quiet: true });
process.exitCode = await runCommandLine(process.argv);
setTimeout(() => process.exit(), EXIT_DELAY_MS).unref();
