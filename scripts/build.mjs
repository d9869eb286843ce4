/** `npm run build`: installs missing packages and compiles `dist/` if it is outdated. */
import { fail } from './lib/child.mjs';
import { prepare } from './lib/prepare.mjs';

try {
  await prepare();
} catch (error) {
  fail(error);
}
