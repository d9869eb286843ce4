/**
 * Measures this tree and another commit in turns, on the same servers: each round runs the benchmark of either once, in changing order.
 * Only what follows from the same run is compared, because a machine is twice as fast in one minute as in another.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChild } from './child.mjs';
import { root } from './root.mjs';

/**
 * @param {string} commit what git calls it, as `HEAD~1`
 * @param {number} rounds
 * @param {readonly string[]} args of the benchmark
 * @param {Readonly<Record<string, string>>} variables where the servers are
 * @returns {Promise<{ what: string, here: Figures, there: Figures }[]>} medians, of what both have
 * @typedef {{ perSecond: number, cpuUs: number }} Figures
 */
export async function compareWith(commit, rounds, args, variables) {
  const folder = mkdtempSync(join(tmpdir(), 'harmattan-against-'));
  try {
    const other = checkOut(commit, join(folder, 'tree'));
    const measured = { here: [], there: [] };
    for (let round = 0; round < rounds; round++) {
      const order = round % 2 === 0 ? ['there', 'here'] : ['here', 'there'];
      for (const side of order) {
        console.error(`Round ${round + 1} of ${rounds}: ${side === 'here' ? 'this tree' : commit}`);
        measured[side].push(await measure(side === 'here' ? root : other, args, variables, join(folder, 'results.md')));
      }
    }
    return medians(measured);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Of another commit, with the packages of this one where it locks the same; else it installs its own, which must not be through a link to these. */
function checkOut(commit, tree) {
  run('git', ['clone', '--quiet', '--shared', '--no-checkout', root, tree], root);
  const id = run('git', ['rev-parse', '--verify', `${commit}^{commit}`], root).trim();
  run('git', ['checkout', '--quiet', '--detach', id], tree);
  const lockOf = (folder) => readFileSync(join(folder, 'package-lock.json'), 'utf8');
  if (lockOf(root) !== lockOf(tree)) return tree;
  for (const packages of ['node_modules', 'packages/client/node_modules', 'packages/console/node_modules'])
    if (existsSync(join(root, packages))) symlinkSync(join(root, packages), join(tree, packages));
  return tree;
}

async function measure(tree, args, variables, file) {
  const options = ['scripts/bench.mjs', ...args, '--rounds', '1', '--write', file];
  const env = { ...process.env, ...variables };
  const { status } = await runChild('measuring', [process.execPath, ...options], { cwd: tree, env });
  if (status !== 0) throw new Error(`the benchmark of ${tree} failed`);
  return readTables(readFileSync(file, 'utf8'));
}

/** What was measured, by its name: rows of the tables that `--write` writes. */
function readTables(markdown) {
  const figures = new Map();
  let head = [];
  for (const line of markdown.split('\n').filter((each) => each.startsWith('| '))) {
    const cells = line.slice(2, -2).split(' | ');
    const cell = (name) => cells[head.indexOf(name)];
    if (cells[0] === 'store') head = cells;
    else if (cell('service CPU µs') !== undefined && !cells[0].startsWith('--')) {
      const cpuUs = numberOf(cell('service CPU µs')) + numberOf(cell('database CPU µs'));
      figures.set(`${cells.slice(0, 3).join(', ')} connections`, { perSecond: numberOf(cell('per second')), cpuUs });
    } else if (cell('settled a second') !== undefined && !cells[0].startsWith('--')) {
      const cpuUs = [...cell('CPU µs a transfer').matchAll(/ (\d+)/g)].reduce((sum, [, us]) => sum + Number(us), 0);
      figures.set(`settled, ${cells[0]}, ${cell('processes')}`, { perSecond: numberOf(cell('settled a second')), cpuUs });
    }
  }
  return figures;
}

function medians({ here, there }) {
  const names = [...here[0].keys()].filter((name) => there[0].has(name));
  const median = (rounds, name, figure) =>
    rounds.map((each) => each.get(name)[figure]).toSorted((a, b) => a - b)[rounds.length >> 1];
  const figuresOf = (rounds, name) => ({
    perSecond: median(rounds, name, 'perSecond'),
    cpuUs: median(rounds, name, 'cpuUs'),
  });
  return names.map((what) => ({ what, here: figuresOf(here, what), there: figuresOf(there, what) }));
}

function numberOf(text) {
  return Number(text.replaceAll(',', ''));
}

function run(command, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? stderr}`);
  return stdout;
}
