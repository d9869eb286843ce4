/** `npm run simulators`: VTpass, Quickteller, Paystack and Monnify on the loopback address, with a page. */
import { importSimulators } from './lib/build-simulators.mjs';

await importSimulators('main.js');
