/** `npm run simulators`: VTpass, Quickteller, Paystack and Monnify on the loopback address, with a page. */
import { importPackage } from './lib/import-package.mjs';

await importPackage('simulators/main.js');
