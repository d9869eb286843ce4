/**
 * `npm run demo`: starts the service on a temporary directory and runs a scenario through its public API, checking the
 * result of each step. With `-- --providers real` another one, with simulators of the real providers. Exits with 1 when a
 * result is unexpected.
 */
import { parseArgs } from 'node:util';
import pc from 'picocolors';
import { Simulators } from '../../simulators/console/simulators.js';
import { BANK } from './bank-statement.js';
import { runCustomerDemo } from './customer-demo.js';
import { IDENTITY_SETTINGS, runIdentityDemo } from './identity-demo.js';
import { runProvidersDemo } from './providers-demo.js';
import { DemoService } from './service.js';
import { Terminal } from './terminal.js';

const HELP = `Usage: npm run demo -- [options]

Starts the service on a temporary directory, goes through a day of it by its public interface, checks each result, and
removes the directory. Needs nothing but Node; takes half a minute.

Options:
  --providers sandbox   with the simulated providers of the service (the default)
  --providers real      with simulators of the real providers: time-outs, failovers, money that comes back,
                        and books that agree with the bank, the providers and the tax office
  --help                print this and run nothing

Exit codes: 0 every result was as expected, 1 one was not, 2 the command is wrong.`;

const APPROVAL_TOKEN = 'asked-by-the-simulators-alone';

const options = readOptions();
if (options.help) {
  console.log(HELP);
  process.exit();
}
const terminal = new Terminal();
let service: DemoService | undefined;
let simulators: Simulators | undefined;
process.on('exit', () => service?.killSync());
for (const [signal, exitCode] of Object.entries({ SIGINT: 130, SIGTERM: 143 }))
  process.once(signal, () => process.exit(exitCode));

try {
  terminal.title('Harmattan, from an empty directory to a verified ledger');
  if (options.providers === 'real') simulators = await Simulators.start();
  service = await terminal.withSpinner('The service starts', () => DemoService.start(settingsOf(simulators)));
  terminal.field('Service', service.origin);
  terminal.field('Data', service.directory);
  simulators?.announceTo(service.origin);
  simulators?.askAt(service.origin, APPROVAL_TOKEN);
  if (simulators) await runProvidersDemo(service, terminal, simulators);
  else {
    await runCustomerDemo(service, terminal);
    await service.stop();
    const start = () => DemoService.start(IDENTITY_SETTINGS);
    service = await terminal.withSpinner('A service starts that limits and confirms payments', start);
    await runIdentityDemo(service, terminal);
  }
  terminal.title(pc.green('Every result was as expected.'));
} catch (error) {
  const { message, cause } = error as Error;
  terminal.failure(message);
  if (cause) console.error(cause);
  process.exitCode = 1;
} finally {
  await service?.stop();
  await simulators?.stop();
}

/** Ends the process with a sentence where they are wrong. */
function readOptions(): { providers: string; help?: boolean } {
  try {
    const { values } = parseArgs({
      options: { providers: { type: 'string', default: 'sandbox' }, help: { type: 'boolean', short: 'h' } },
    });
    if (!['sandbox', 'real'].includes(values.providers)) throw new Error('--providers is sandbox or real.');
    return values;
  } catch (error) {
    // Node's first sentence; the others are about writing such an option as an argument.
    const sentence = (error as Error).message.split('. ')[0] ?? '';
    console.error(`${sentence.replace(/\.?$/, '.')} npm run demo -- --help tells more.`);
    return process.exit(2);
  }
}

/** With a short time-out, because the demo waits for one. */
function settingsOf(providers: Simulators | undefined): Record<string, string> {
  return providers
    ? {
        ...providers.environment,
        PROVIDER_SUBMIT_TIMEOUT_SECONDS: '5',
        PAYOUT_APPROVAL_TOKEN: APPROVAL_TOKEN,
        BANK_ACCOUNTS: BANK,
        CHARGES: 'nigeria-2026',
      }
    : {};
}
