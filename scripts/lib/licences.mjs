/** Licences of what runs: the packages that an installation has, and those whose code is in the pages of the service. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/** Ask for their text to be passed on, and for nothing of ours. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
]);

/** What asks for more, and how it is met. */
const EXCEPTIONS = [
  {
    name: /^@img\/sharp-libvips-/,
    licence: 'LGPL-3.0-or-later',
    why: 'a shared library, loaded unchanged, which whoever runs the service can replace; its sources are at github.com/lovell/sharp-libvips',
  },
  {
    name: /^@ip-location-db\//,
    licence: 'SEE LICENSE IN',
    why: 'data of DB-IP and RouteViews under CC-BY-4.0, which the README and the visitors of the console name',
  },
  {
    name: /^@expo-google-fonts\//,
    licence: 'MIT AND OFL-1.1',
    why: 'fonts under the SIL Open Font License, which are embedded in documents and not sold by themselves',
  },
];

/** Packages whose package.json says nothing, as the file beside it does. */
const UNSAID = { 'png-js': { licence: 'MIT', begins: 'MIT License' } };

const FILE = /(licen[cs]e|copying|notice)[^/]*$/i;
const CODE = /\.([cm]?[jt]s|json)$/;
const BUNDLED = join(root, 'dist/contexts/staff/records/adapters/http/page/licences.md');

/**
 * The packages of the lock file that are installed here, without those for development.
 * @returns {{ name: string, version: string, licence: string, texts: string[] }[]} by their names
 */
export function installedLicences() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const found = new Map();
  for (const [path, { dev, link, version }] of Object.entries(packages)) {
    if (!path.startsWith('node_modules/') || dev || link || !existsSync(join(root, path))) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    found.set(`${name}@${version}`, { name, version, ...readLicence(join(root, path), name) });
  }
  return [...found.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

function readLicence(folder, name) {
  const { license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter((file) => FILE.test(file) && !CODE.test(file));
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  const { licence, begins } = UNSAID[name] ?? {};
  const isSaid = begins !== undefined && texts.some((text) => text.startsWith(begins));
  return { licence: license ?? (isSaid ? licence : 'none'), texts };
}

/** Of pages, which are built of packages for development. */
export function bundledLicences() {
  const page = readFileSync(BUNDLED, 'utf8');
  return [...page.matchAll(/^## (\S+) - (\S+) \(([^)]+)\)\n+([^]*?)(?=\n## |$(?![^]))/gm)].map(
    ([, name, version, licence, text]) => ({
      name,
      version,
      licence,
      texts: text.trim() === '' ? [] : [text.trim()],
    }),
  );
}

/** @returns a sentence for each package that the policy does not allow */
export function licenceFaults(packages) {
  return packages
    .filter(({ name, licence }) => !isAllowed(licence) && !exceptionOf(name, licence))
    .map(
      ({ name, version, licence }) =>
        `${name} ${version} is under ${licence}, which the policy of scripts/lib/licences.mjs does not allow`,
    );
}

function isAllowed(expression) {
  const plain = expression.replaceAll(/[()]/g, '');
  return plain.split(' OR ').some((choice) => choice.split(' AND ').every((licence) => ALLOWED.has(licence.trim())));
}

function exceptionOf(name, licence) {
  return EXCEPTIONS.find((one) => one.name.test(name) && licence.startsWith(one.licence));
}

/** All packages, which the policy allows, with their licences, what is asked for beyond passing a text on, and each text once. */
export function licencesPage(version, installed, bundled) {
  const row = ({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`;
  const table = (packages) => ['| Package | Version | Licence |', '|---|---|---|', ...packages.map(row), ''];
  const exceptions = [...installed, ...bundled].filter(({ licence }) => !isAllowed(licence));
  const texts = new Map();
  for (const { name, texts: own } of [...installed, ...bundled])
    for (const text of own) texts.set(text, [...new Set([...(texts.get(text) ?? []), name])]);
  return [
    `# Licences of what runs in Harmattan ${version}`,
    '',
    'Harmattan itself: all rights reserved. What it is built of:',
    '',
    ...table(installed),
    '## In the pages',
    '',
    ...table(bundled),
    '## What asks for more than its text',
    '',
    ...exceptions.map(({ name, licence }) => `- **${name}** (${licence}): ${exceptionOf(name, licence).why}.`),
    '',
    '## Texts',
    '',
    ...[...texts].flatMap(([text, names]) => [`### ${names.join(', ')}`, '', '````text', text, '````', '']),
  ].join('\n');
}
