/**
 * `npm run demo`: starts the service on a temporary directory and runs a scenario through its public API, checking the
 * result of each step. With `-- --providers real` another one, with simulators of the real providers. Exits with 1 when a
 * result is unexpected.
 */
import { parseArgs } from 'node:util';
import pc from 'picocolors';
import { Terminal } from './demo/terminal.mjs';
import { DemoService } from './demo/service.mjs';
import { runCustomerDemo } from './demo/customer-demo.mjs';
import { runProvidersDemo } from './demo/providers-demo.mjs';
import { importSimulators } from './lib/build-simulators.mjs';

const HELP = `Usage: npm run demo -- [options]

Starts the service on a temporary directory, goes through a day of it by its public interface, checks each result, and
removes the directory. Needs nothing but Node; takes half a minute.

Options:
  --providers sandbox   with the simulated providers of the service (the default)
  --providers real      with simulators of Paystack, Monnify, VTpass and Quickteller: a time-out, a failover, a reversal
  --help                print this and run nothing

Exit codes: 0 every result was as expected, 1 one was not, 2 the command is wrong.`;

const values = readOptions();
if (values.help) {
  console.log(HELP);
  process.exit();
}
const terminal = new Terminal();
let service;
let simulators;
process.on('exit', () => service?.killSync());
for (const [signal, exitCode] of Object.entries({ SIGINT: 130, SIGTERM: 143 }))
  process.once(signal, () => process.exit(exitCode));

try {
  terminal.title('Harmattan, from an empty directory to a verified ledger');
  if (values.providers === 'real') simulators = await (await importSimulators('console/simulators.js')).Simulators.start();
  service = await terminal.withSpinner('The service starts', () => DemoService.start(providerSettings()));
  terminal.field('Service', service.origin);
  terminal.field('Data', service.directory);
  simulators?.announceTo(service.origin);
  await (simulators ? runProvidersDemo(service, terminal, simulators) : runCustomerDemo(service, terminal));
  terminal.title(pc.green('Every result was as expected.'));
} catch (error) {
  terminal.failure(error.message);
  if (error.cause) console.error(error.cause);
  process.exitCode = 1;
} finally {
  await service?.stop();
  await simulators?.stop();
}

/** Ends the process with a sentence where they are wrong. */
function readOptions() {
  try {
    const options = { providers: { type: 'string', default: 'sandbox' }, help: { type: 'boolean', short: 'h' } };
    const { values: read } = parseArgs({ options });
    if (!['sandbox', 'real'].includes(read.providers)) throw new Error('--providers is sandbox or real.');
    return read;
  } catch (error) {
    // Of what Node says, the first sentence; the others are about writing such an option as an argument.
    console.error(`${error.message.split('. ')[0].replace(/\.?$/, '.')} npm run demo -- --help tells more.`);
    return process.exit(2);
  }
}

/** With a short time-out, because the demo waits for one. */
function providerSettings() {
  return simulators && { ...simulators.environment, PROVIDER_SUBMIT_TIMEOUT_SECONDS: '5' };
}
