/** `npm run docs:operations`: writes docs/operations.md, docs/errors.md, the Postman collection and generated files of the clients from the built service's OpenAPI document. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DemoService } from './demo/service.mjs';
import { documentsOf } from './docs/documents.mjs';
import { root } from './lib/root.mjs';

const service = await DemoService.start();
try {
  const answer = await fetch(`${service.origin}/openapi.json`);
  for (const [path, text] of Object.entries(await documentsOf(await answer.json()))) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    console.log(path);
  }
} finally {
  await service.stop();
}
