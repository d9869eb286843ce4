/** `npm run image -- FOLDER`: writes the files of an installation into FOLDER, from where `node dist/main.js` runs. */
import { resolve } from 'node:path';
import { writeImage } from './lib/image.mjs';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Say where to: npm run image -- FOLDER');
  process.exit(2);
}
const bytes = await writeImage(resolve(folder));
console.log(`${resolve(folder)} has ${(bytes / 1_000_000).toFixed(0)} MB: node dist/main.js`);
