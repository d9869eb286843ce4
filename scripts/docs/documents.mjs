import { clientFiles } from './client-files.mjs';
import { errorsPage } from './errors-page.mjs';
import { operationFiles } from './operation-files.mjs';
import { operationsPage } from './operations-page.mjs';
import { importPackage } from '../lib/import-package.mjs';
import { staffPermissions } from './staff-permissions.mjs';

/** The generated documents by path. @param openapi the service's own description, as /openapi.json answers it */
export async function documentsOf(openapi) {
  // Compiled, so that what it shows of the scenario is JavaScript.
  const { postmanCollection } = await importPackage('harness/postman/postman-collection.js');
  return {
    ...(await clientFiles(openapi)),
    'docs/operations.md': operationsPage(openapi, operationFiles(), staffPermissions()),
    'docs/errors.md': errorsPage(openapi),
    'docs/postman/harmattan.postman_collection.json': `${JSON.stringify(postmanCollection(openapi), null, 2)}\n`,
  };
}
