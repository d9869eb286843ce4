import { fileURLToPath } from 'node:url';

/** In `dist` where the build copied the pages to, and in their package for a service that runs from its sources, as in tests. */
const PAGES = import.meta.url.endsWith('.ts') ? '../../../packages/reference/dist/' : '../../pages/';

export function pageFolder(page: 'docs' | 'receipts' | 'sandbox'): string {
  return fileURLToPath(new URL(`${PAGES}${page}/`, import.meta.url));
}
