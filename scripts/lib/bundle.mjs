/**
 * `node scripts/lib/bundle.mjs FOLDER [TREE]`: bundles the service, its worker, the commands and what they load by name, because most of the time
 * of a start goes into finding and reading more than a thousand modules. A process of its own: its packages may have been installed only now.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './root.mjs';

const [folder, tree = root] = process.argv.slice(2);
const source = join(tree, 'src');
/** What is started, found by its path while the service runs, or read by a command of this tree: it keeps its path. */
const ENTRIES = [
  'main',
  'worker',
  'cli',
  'ledger/chain/adapters/verification/range-worker',
  // Commands and tests of this tree
  'create-app',
  'kernel/clock',
  'known-settings',
  'open-provider',
  'platform/config/config',
  'platform/config/describe-settings',
  'platform/mail/mail-parts',
  'platform/mail/render-mail',
  'provider-manifests',
];
const HELPER = '\0places';
const PLACES = `import { fileURLToPath } from 'node:url';
export const urlOf = (path) => new URL(path, import.meta.url).href;
export const pathOf = (path) => fileURLToPath(urlOf(path));`;

const names = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
  .map((path) => path.slice(0, -'.ts'.length));
const isMail = (name) =>
  name.startsWith('contexts/') && readFileSync(join(source, `${name}.ts`), 'utf8').includes('MailTemplate');
const entries = names.filter((name) => ENTRIES.includes(name) || name.endsWith('/manifest') || isMail(name));

const bundle = await rolldown({
  input: Object.fromEntries(entries.map((name) => [name, join(source, `${name}.ts`)])),
  cwd: tree,
  platform: 'node',
  // Helpers of decorators go into the bundle.
  external: /^(?!@oxc-project)[^./\0]/,
  tsconfig: join(tree, 'tsconfig.build.json'),
  resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
  plugins: [places()],
});
await bundle.write({
  dir: folder,
  format: 'esm',
  sourcemap: true,
  keepNames: true,
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
});
await bundle.close();

/** Modules find their data by their own place; in a bundle they say where that was. */
function places() {
  return {
    name: 'places',
    resolveId: (id) => (id === HELPER ? id : undefined),
    // In a chunk of all entries, which is beside main.js.
    load: (id) => (id === HELPER ? PLACES : undefined),
    transform(code, id) {
      if (!id.startsWith(source) || !code.includes('import.meta.')) return undefined;
      const path = relative(source, id).replace(/\.ts$/, '.js');
      const placed = code
        .replaceAll('import.meta.url', `__urlOf(${JSON.stringify(path)})`)
        .replaceAll('import.meta.filename', `__pathOf(${JSON.stringify(path)})`)
        .replaceAll('import.meta.dirname', `__pathOf(${JSON.stringify(dirname(path))})`);
      // On the first line, so that the lines of the source map stay right.
      return { code: `import { urlOf as __urlOf, pathOf as __pathOf } from ${JSON.stringify(HELPER)}; ${placed}`, map: null };
    },
  };
}
