/** `npm run build`: installs missing packages and compiles `dist/` if it is outdated. */
import { prepare } from './lib/prepare.mjs';

try {
  prepare();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
