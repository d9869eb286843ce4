/**
 * `npm run docs:operations`: records an example of every operation in a fresh sandbox, then writes docs/operations.md, docs/errors.md,
 * the Postman collection and generated files of the clients from the built service's OpenAPI document, and docs/settings.md and
 * .env.example from its settings.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { clientFiles } from './docs/client-files.mjs';
import { documentsOf } from './docs/documents.mjs';
import { settingsDocuments } from './docs/settings-documents.mjs';
import { importPackage } from './lib/import-package.mjs';
import { prepare } from './lib/prepare.mjs';
import { root } from './lib/root.mjs';

const { DemoService } = await importPackage('harness/demo/service.js');
// The client records, so it has to know new operations before.
await writeFrom(clientFiles);
await prepare();
const { record, recordingsPath } = await importPackage('harness/recording/record.js');
const recordings = await record();
// Also into what was built, from which the document is read below.
for (const folder of ['src', 'dist']) write(`${folder}/${recordingsPath}`, recordings);
await writeFrom(documentsOf);
const built = (file) => import(pathToFileURL(join(root, 'dist', file)).href);
const { describeSettings } = await built('platform/config/describe-settings.js');
const { KNOWN_SETTINGS } = await built('known-settings.js');
writeAll(settingsDocuments(describeSettings(KNOWN_SETTINGS)));

/** @param files makes them of the OpenAPI document */
async function writeFrom(files) {
  const service = await DemoService.start();
  try {
    const answer = await fetch(`${service.origin}/openapi.json`);
    writeAll(await files(await answer.json()));
  } finally {
    await service.stop();
  }
}

function writeAll(files) {
  for (const [path, text] of Object.entries(files)) write(path, text);
}

function write(path, text) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  console.log(path);
}
