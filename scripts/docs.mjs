/**
 * `npm run docs:operations`: records an example of every operation in a fresh sandbox, then writes docs/operations.md, docs/errors.md,
 * the Postman collection and generated files of the clients from the built service's OpenAPI document.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DemoService } from './demo/service.mjs';
import { documentsOf } from './docs/documents.mjs';
import { record, recordingsPath } from './docs/recording/record.mjs';
import { root } from './lib/root.mjs';

const recordings = await record();
// Also into what was built, from which the document is read below.
for (const folder of ['src', 'dist']) write(`${folder}/${recordingsPath}`, recordings);

const service = await DemoService.start();
try {
  const answer = await fetch(`${service.origin}/openapi.json`);
  for (const [path, text] of Object.entries(await documentsOf(await answer.json()))) write(path, text);
} finally {
  await service.stop();
}

function write(path, text) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  console.log(path);
}
