/** `npm run build`: installs what is missing and compiles `dist/` where it is not current. */
import { prepare } from './lib/prepare.mjs';

try {
  prepare();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
