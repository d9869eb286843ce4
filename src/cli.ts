import dotenv from 'dotenv';
import { runCommandLine } from './cli/commands.js';

/** An application that did not come up may leave connections behind that keep trying; they do not hold the process. */
const GRACE_MS = 1_000;

dotenv.config({ quiet: true });
process.exitCode = await runCommandLine(process.argv);
setTimeout(() => process.exit(), GRACE_MS).unref();
