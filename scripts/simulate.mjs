/**
 * `npm run simulate -- [--seed 1] [--seeds 1] [--commands 6000] [--trace]`: the ledger's own classes in simulated processes, over one simulated
 * database and Redis, in virtual time. A failure says its seed and the shortest schedule of faults that still fails.
 * `npm run simulate -- --mistakes [NAME]` plants each mistake of `test/simulation/mistakes.json` and says which seed finds it; exits with 1
 * where none of 200 does.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from './lib/root.mjs';

const MAIN = 'packages/simulation/main.js';
const MOST_SEEDS = 200;
const built = join(root, 'dist-simulation');

const compiler = join(root, 'node_modules/typescript7/bin/tsc');
const compiled = spawnSync(process.execPath, [compiler, '-p', 'packages/simulation', '--noCheck'], {
  cwd: root,
  stdio: 'inherit',
});
if (compiled.status !== 0) process.exit(compiled.status ?? 1);

const args = process.argv.slice(2);
if (args[0] === '--mistakes') plantAll(args.slice(1));
else process.exitCode = run(built, args, 'inherit').status ?? 1;

function run(folder, given, stdio) {
  return spawnSync(process.execPath, ['--enable-source-maps', join(folder, MAIN), ...given], {
    cwd: root,
    stdio,
    encoding: 'utf8',
  });
}

/** @param {string[]} wanted parts of names */
function plantAll(wanted) {
  const all = JSON.parse(readFileSync(join(root, 'test/simulation/mistakes.json'), 'utf8'));
  const mistakes = all.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
  const copy = mkdtempSync(join(tmpdir(), 'harmattan-simulation-'));
  process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
  cpSync(built, copy, { recursive: true });
  cpSync(join(root, 'package.json'), join(copy, 'package.json'));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const missed = mistakes.filter((mistake) => !isFound(copy, mistake));
  console.log(`${mistakes.length - missed.length} of ${mistakes.length} mistakes found`);
  if (missed.length > 0) process.exitCode = 1;
}

function isFound(copy, { name, file, find, replace }) {
  const source = readFileSync(join(root, file), 'utf8');
  const place = join(copy, file.replace(/\.ts$/, '.js'));
  const original = readFileSync(place);
  writeFileSync(place, compile(source.replace(find, () => replace)));
  const { status, stdout, stderr } = run(copy, ['--quick', '--seeds', String(MOST_SEEDS), '--commands', '300'], 'pipe');
  writeFileSync(place, original);
  const [line = '', why = ''] = stdout.split('\n');
  const seed = /^seed (\d+): WRONG/.exec(line)?.[1];
  const result = seed ? `seed ${seed}`.padEnd(8) : status === 0 ? 'MISSED  ' : 'broken  ';
  console.log(`${result} ${name}: ${seed ? why.trim() : stderr.slice(0, 300)}`);
  return seed !== undefined;
}

function compile(text) {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => readFileSync(path, 'utf8'));
  const { options } = ts.convertCompilerOptionsFromJson({ ...config.compilerOptions, noEmit: false, paths: undefined }, root);
  return ts.transpileModule(text, { compilerOptions: { ...options, module: ts.ModuleKind.ESNext } }).outputText;
}
