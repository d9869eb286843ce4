/** `npm run provider:check -- NAME`: see packages/harness/provider-check/main.ts. */
import { importPackage } from './lib/import-package.mjs';

await importPackage('harness/provider-check/main.js');
