/** Copies the package that a compiled client imports into the one file that imports it, as a module and for `require`. */
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { root } from '../lib/root.mjs';

const [dist] = process.argv.slice(2);
const FILE = 'sha512.js';

const bundle = async (format) => {
  const lib = { entry: join(dist, FILE), formats: [format], fileName: () => FILE };
  const [{ output }] = /** @type {import('vite').Rolldown.RolldownOutput[]} */ (
    await build({ configFile: false, logLevel: 'warn', root: dist, build: { lib, target: 'es2022', write: false } })
  );
  return output[0].code;
};
const [module, common] = [await bundle('es'), await bundle('cjs')];
writeFileSync(join(dist, FILE), module);
writeFileSync(join(dist, 'cjs', FILE), common);
copyFileSync(join(root, 'node_modules/@noble/hashes/LICENSE'), join(dist, 'sha512.LICENSE'));
