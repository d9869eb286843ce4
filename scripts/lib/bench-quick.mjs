/**
 * Measures this tree and another commit in short turns: CPU for a transfer with what follows it, on SQLite, by the benchmark and with the
 * packages of this tree. The other commit runs in two processes, whose difference is what the machine adds.
 */
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChild } from './child.mjs';
import { root } from './root.mjs';

const WARM_UP_TRANSFERS = 1_024;
const ROUND_TRANSFERS = 192;
const ROUNDS = 12;
/** An idle machine takes half of it; where others work on it, noise is as large as what is looked for. */
const MOST_MS = 90_000;
/** Each side comes first, second and last equally often. */
const ORDERS = [
  ['there', 'here', 'again'],
  ['again', 'there', 'here'],
  ['here', 'again', 'there'],
];
/** What a measurement needs of a tree beside its `src`. */
const OF_THIS_TREE = ['packages/bench', 'test/support', 'packages/harness', 'tsconfig.json'];
const PACKAGES = ['node_modules', 'packages/client/node_modules', 'packages/console/node_modules'];

/** Both trees, compiled, in a folder of their own that `remove` deletes. */
export class QuickBench {
  constructor(commit) {
    this.folder = mkdtempSync(join(tmpdir(), 'harmattan-quick-'));
    this.commit = commit;
    const tree = join(this.folder, 'tree');
    this.trees = { here: root, there: tree, again: tree };
  }

  /** @returns whether both could be compiled */
  async prepare() {
    const other = this.trees.there;
    const archive = join(this.folder, 'tree.tar');
    mkdirSync(other);
    run('git', ['-c', 'safe.directory=*', 'archive', '--output', archive, this.commit]);
    run('tar', ['-xf', archive, '-C', other]);
    for (const path of OF_THIS_TREE) {
      rmSync(join(other, path), { recursive: true, force: true });
      cpSync(join(root, path), join(other, path), { recursive: true });
    }
    for (const path of PACKAGES) if (existsSync(join(root, path))) symlinkSync(join(root, path), join(other, path));
    for (const tree of new Set(Object.values(this.trees))) if (!(await compile(tree))) return false;
    return true;
  }

  /**
   * @returns undefined where the machine is too busy, else the least microseconds of both, how many times as much this tree takes, and by how much the
   *   same code differs from itself. By the median of the rounds or by the least of all, whichever says less of this tree and more
   *   of the same code, because other work on the machine moves one of them and a change of the code both
   */
  async measure() {
    const end = performance.now() + MOST_MS;
    const sides = Object.fromEntries(Object.entries(this.trees).map(([side, tree]) => [side, start(tree, this.folder)]));
    try {
      for (const side of Object.values(sides)) await answerOf(side);
      for (const side of Object.values(sides)) await ask(side, WARM_UP_TRANSFERS);
      const rounds = [];
      for (let round = 0; round < ROUNDS; round++) {
        if (performance.now() > end) return undefined;
        const us = {};
        for (const side of ORDERS[round % ORDERS.length]) us[side] = await ask(sides[side], ROUND_TRANSFERS);
        rounds.push(us);
      }
      const leastOf = (side) => Math.min(...rounds.map((us) => us[side]));
      const least = { here: leastOf('here'), there: leastOf('there'), again: leastOf('again') };
      const ratioOf = ({ here, there, again }) => here / ((there + again) / 2);
      const noiseOf = ({ there, again }) => there / again;
      return {
        least: { here: least.here, there: Math.min(least.there, least.again) },
        ratio: Math.min(median(rounds.map(ratioOf)), ratioOf(least)),
        noise: Math.max(...[median(rounds.map(noiseOf)), noiseOf(least)].map((times) => Math.abs(times - 1))),
      };
    } finally {
      await Promise.all(Object.values(sides).map(stop));
    }
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function median(values) {
  return values.toSorted((one, other) => one - other)[values.length >> 1];
}

async function compile(tree) {
  const compiler = join(root, 'node_modules/typescript7/bin/tsc');
  const args = [compiler, '-p', 'packages/bench', '--noCheck', '--outDir', 'dist-bench'];
  if ((await runChild('building', [process.execPath, ...args], { cwd: tree })).status !== 0) return false;
  for (const part of ['src', 'test/support'])
    cpSync(join(tree, part), join(tree, 'dist-bench', part), { recursive: true, filter: (path) => !path.endsWith('.ts') });
  // Of pages there are none, and they are not measured.
  mkdirSync(join(tree, 'dist-bench/src/pages/docs'), { recursive: true });
  return true;
}

/** @param folder for its data, which are removed with it */
function start(tree, folder) {
  return fork(join(tree, 'dist-bench/packages/bench/quick/main.js'), {
    cwd: tree,
    env: { ...process.env, TMPDIR: folder },
    execArgv: ['--expose-gc', '--enable-source-maps'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

async function ask(side, transfers) {
  side.send(transfers);
  return answerOf(side);
}

/** @throws Error where the process ended instead */
function answerOf(side) {
  return new Promise((resolve, reject) => {
    const fail = (code) => reject(new Error(`a process that measures ended with ${code}`));
    side.once('exit', fail);
    side.once('message', (answer) => {
      side.off('exit', fail);
      resolve(answer);
    });
  });
}

async function stop(side) {
  if (side.exitCode !== null) return;
  const ended = once(side, 'exit');
  side.kill('SIGKILL');
  await ended;
}

function run(command, args) {
  const { status, stderr, error } = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? stderr}`);
}
