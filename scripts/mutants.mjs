/**
 * `npm run mutants [-- NAME...]`: plants each mistake of `test/mutants/mutants.json` in a copy of the tree, one at a time, and runs the
 * tests that should find it. Exits with 1 where one is not found, or where a test fails without it. NAME: part of a mistake's name.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runChild } from './lib/child.mjs';
import { importPackage } from './lib/import-package.mjs';
import { root } from './lib/root.mjs';

const all = JSON.parse(readFileSync(join(root, 'test/mutants/mutants.json'), 'utf8'));
const wanted = process.argv.slice(2);
const mutants = all.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
const copy = mkdtempSync(join(tmpdir(), 'harmattan-mutants-'));
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));

copyTree();
const { provideServices } = await importPackage('harness/servers/services.js');
const services = await provideServices();
let missed = 0;
try {
  const tests = [...new Set(mutants.flatMap((mutant) => mutant.tests))];
  if ((await run(tests)).failed > 0) {
    console.error(`These tests fail without any mistake, mend them first:\n  npx vitest run ${tests.join(' ')}`);
    process.exitCode = 1;
  } else {
    for (const mutant of mutants) await tryMutant(mutant);
    console.log(`${mutants.length - missed} of ${mutants.length} mistakes found`);
    if (missed > 0) process.exitCode = 1;
  }
} finally {
  await services.stop();
}

/** What git would take into a commit, without its history. */
function copyTree() {
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  for (const path of stdout.toString().split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(root, path), join(copy, path), { force: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
}

async function tryMutant({ name, file, find, replace, tests }) {
  const path = join(copy, file);
  const original = readFileSync(path, 'utf8');
  if (original.split(find).length !== 2) return report('not planted, its place has changed', name);
  writeFileSync(
    path,
    original.replace(find, () => replace),
  );
  const { failed, seconds } = await run(tests);
  writeFileSync(path, original);
  report(failed > 0 ? 'found' : 'MISSED', `${name} (${seconds.toFixed(0)} s)`, failed > 0);
}

function report(result, text, isFound = false) {
  if (!isFound) missed++;
  console.log(`${result.padEnd(7)} ${text}`);
}

/** @returns the failed tests, and files that could not be loaded */
async function run(tests) {
  const begun = Date.now();
  const output = join(copy, 'mutant-report.json');
  rmSync(output, { force: true });
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--bail=1', '--reporter=json', `--outputFile=${output}`];
  await runChild('testing', [process.execPath, ...args, ...tests], {
    cwd: copy,
    env: { ...process.env, ...services.variables },
    stdio: 'ignore',
  });
  const { numFailedTests, testResults } = JSON.parse(readFileSync(output, 'utf8'));
  const unloaded = testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0);
  return { failed: numFailedTests + unloaded.length, seconds: (Date.now() - begun) / 1000 };
}
