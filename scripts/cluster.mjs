/** `npm run cluster`: see packages/harness/cluster/main.ts. */
import { importPackage } from './lib/import-package.mjs';
import { hasPackages } from './lib/prepare.mjs';

const { main } = await importPackage('harness/cluster/main.js');
await main(hasPackages);
