import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's directory, independent of the working directory. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
