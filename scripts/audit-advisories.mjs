/**
 * `npm run audit:advisories -- --database PATH`: holds the lock file against advisories in a file or a folder of files, for
 * machines whose registry does not answer `npm audit`. Exits with 0 where nothing is found, 1 where something is, 2 where it cannot tell.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepare } from './lib/prepare.mjs';
import { root } from './lib/root.mjs';

const USAGE = `npm run audit:advisories -- --database PATH [--level low|moderate|high|critical] [--omit dev] [--lock FILE] [--json]

PATH is a JSON file, or a folder that is searched for them: records of OSV (one, a list, or {"vulns": [...]}), as in
https://osv-vulnerabilities.storage.googleapis.com/npm/all.zip and the repository github/advisory-database, or the answer of a
registry to a bulk request ({"package": [{"vulnerable_versions": ...}]}).`;

try {
  const options = readOptions();
  await prepare({ build: false });
  const { readAdvisories } = await import('./lib/advisories.mjs');
  const { findAffected, readPackages } = await import('./lib/affected-packages.mjs');
  const advisories = readAdvisories(options.database);
  const packages = readPackages(JSON.parse(readFileSync(options.lock, 'utf8')), options);
  const found = findAffected(packages, advisories, options.level);
  const summary = { advisories: advisories.length, newest: newestOf(advisories), packages: packages.length, found };
  console.log(options.json ? JSON.stringify(summary, null, 1) : describe(summary));
  process.exitCode = found.length > 0 ? 1 : 0;
} catch (error) {
  console.error(error.message);
  process.exitCode = 2;
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      database: { type: 'string' },
      level: { type: 'string', default: 'low' },
      omit: { type: 'string' },
      lock: { type: 'string', default: join(root, 'package-lock.json') },
      json: { type: 'boolean', default: false },
    },
  });
  if (values.database === undefined) throw new Error(`--database is missing.\n\n${USAGE}`);
  if (!['low', 'moderate', 'high', 'critical'].includes(values.level))
    throw new Error(`--level ${values.level} is unknown.\n\n${USAGE}`);
  if (values.omit !== undefined && values.omit !== 'dev') throw new Error(`--omit ${values.omit} is unknown.\n\n${USAGE}`);
  return values;
}

function newestOf(advisories) {
  return advisories
    .map(({ modified }) => modified)
    .filter((time) => time !== undefined)
    .toSorted()
    .at(-1);
}

function describe({ advisories, newest, packages, found }) {
  const lines = found.map(
    ({ name, version, path, severity, id, title, fixed, url }) =>
      `${severity.padEnd(8)} ${name} ${version} (${path})\n         ${id}: ${title}\n         ${fixed ? `mended in ${fixed}` : 'no version that mends it is named'}${url ? `, ${url}` : ''}`,
  );
  const base = `${packages} packages held against ${advisories} ${advisories === 1 ? 'advisory' : 'advisories'}${newest ? `, the newest of ${newest.slice(0, 10)}` : ''}`;
  return [...lines, `${base}: ${found.length === 0 ? 'none is affected.' : `${found.length} found.`}`].join('\n');
}
