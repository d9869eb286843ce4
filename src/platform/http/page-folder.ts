import { fileURLToPath } from 'node:url';

/** In `dist` the build copied the pages. A service that runs from its sources, as in tests, takes them from their package. */
const PAGES = import.meta.url.endsWith('.ts') ? '../../../packages/reference/dist/' : '../../pages/';

export function pageFolder(page: 'docs' | 'receipts' | 'sandbox'): string {
  return fileURLToPath(new URL(`${PAGES}${page}/`, import.meta.url));
}
