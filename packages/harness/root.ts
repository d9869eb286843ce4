import { resolve } from 'node:path';

/** The project's directory: of the sources as of what is compiled of them, in `dist-packages/harness`. */
export const root = resolve(import.meta.dirname, '../..');
