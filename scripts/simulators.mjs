/** `npm run simulators`: the simulators of all providers on the loopback address, with a page. */
import { importPackage } from './lib/import-package.mjs';

await importPackage('simulators/main.js');
