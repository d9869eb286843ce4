/**
 * `npm run demo`: starts the service on a temporary directory and runs a scenario through its public API, checking the
 * result of each step. Exits with 1 when a result is unexpected.
 */
import pc from 'picocolors';
import { Terminal } from './demo/terminal.mjs';
import { DemoService } from './demo/service.mjs';
import { runCustomerDemo } from './demo/customer-demo.mjs';

const terminal = new Terminal();
let service;
process.on('exit', () => service?.killSync());
for (const [signal, exitCode] of Object.entries({ SIGINT: 130, SIGTERM: 143 }))
  process.once(signal, () => process.exit(exitCode));

try {
  terminal.title('Harmattan, from an empty directory to a verified ledger');
  service = await terminal.withSpinner('The service starts', () => DemoService.start());
  terminal.field('Service', service.origin);
  terminal.field('Data', service.directory);
  await runCustomerDemo(service, terminal);
  terminal.title(pc.green('Every result was as expected.'));
} catch (error) {
  terminal.failure(error.message);
  if (error.cause) console.error(error.cause);
  process.exitCode = 1;
} finally {
  await service?.stop();
}
