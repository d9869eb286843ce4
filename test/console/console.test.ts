import { afterAll, afterEach, beforeAll } from 'vitest';
import { closeConsole, openConsole, theConsole } from './support/console.js';

beforeAll(openConsole, 300_000);
afterAll(closeConsole);
afterEach(({ task }) => theConsole().endTest(task.result?.state === 'fail' ? task.name : undefined));

// One file for vitest, because starting service, demonstration and browser takes longer than most of the tests.
await import('./serving.cases.js');
await import('./sessions.cases.js');
await import('./users.cases.js');
await import('./screens.cases.js');
await import('./appearance.cases.js');
await import('./keyboard.cases.js');
await import('./states.cases.js');
await import('./webhooks.cases.js');
await import('./content.cases.js');
await import('./providers.cases.js');
await import('./books.cases.js');
await import('./staff.cases.js');
await import('./work.cases.js');
await import('./forms.cases.js');
await import('./details.cases.js');
await import('./stories.cases.js');
await import('./injection.cases.js');
