/**
 * `npm run demo`: starts the service on a temporary directory and plays a story through its public API, each step
 * held against what it should come to. Exits with 1 when anything is not as told.
 */
import pc from 'picocolors';
import { Screen } from './demo/screen.mjs';
import { DemoService } from './demo/service.mjs';
import { tellStory } from './demo/story.mjs';

const screen = new Screen();
let service;
process.on('exit', () => service?.abandon());
for (const [signal, exitCode] of Object.entries({ SIGINT: 130, SIGTERM: 143 }))
  process.once(signal, () => process.exit(exitCode));

try {
  screen.title('Harmattan, from an empty directory to a verified ledger');
  service = await screen.during('The service starts', () => DemoService.start());
  screen.tell('Service', service.origin);
  screen.tell('Data', service.directory);
  await tellStory(service, screen);
  screen.title(pc.green('Everything came out as told.'));
} catch (error) {
  screen.bad(error.message);
  if (error.cause) console.error(error.cause);
  process.exitCode = 1;
} finally {
  await service?.stop();
}
