import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provideServices } from '../packages/harness/servers/services.js';
import { preparePages } from '../scripts/lib/build-pages.mjs';

/** `npm test` has provided the services and built the pages already; a bare `npx vitest` gets them here. */
export default async function setup(): Promise<() => Promise<void>> {
  await preparePages();
  const services = await provideServices();
  const folder = mkdtempSync(join(tmpdir(), 'harmattan-tests-'));
  Object.assign(process.env, services.variables, { TEST_RUN_FOLDER: folder });
  return async () => {
    rmSync(folder, { recursive: true, force: true });
    await services.stop();
  };
}
