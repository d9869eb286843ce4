/** `npm run demo`: see packages/harness/demo/main.ts. */
import { importPackage } from './lib/import-package.mjs';

await importPackage('harness/demo/main.js');
