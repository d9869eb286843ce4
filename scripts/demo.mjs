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

const { values } = parseArgs({ options: { providers: { type: 'string', default: 'sandbox' } } });
const terminal = new Terminal();
let service;
let simulators;
process.on('exit', () => service?.killSync());
for (const [signal, exitCode] of Object.entries({ SIGINT: 130, SIGTERM: 143 }))
  process.once(signal, () => process.exit(exitCode));

try {
  terminal.title('Harmattan, from an empty directory to a verified ledger');
  if (!['sandbox', 'real'].includes(values.providers)) throw new Error('--providers is sandbox or real');
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

/** With a short time-out, because the demo waits for one. */
function providerSettings() {
  return simulators && { ...simulators.environment, PROVIDER_SUBMIT_TIMEOUT_SECONDS: '5' };
}
