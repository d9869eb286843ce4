/** Whether a failure is of this change, or was there before it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChild } from './child.mjs';
import { failedFiles, readResults } from './results.mjs';

/** Commits that land together were made within it. */
export const LANDING_S = 4 * 3_600;
/** What fails before a change too must be mended within as many landings. */
const LANDINGS_TO_MEND = 5;
/** More than these are no accident. */
const MOST_FILES = 10;

/**
 * The heads that landed before the newest commit, newest first.
 * @param {readonly { hash: string, seconds: number }[]} commits newest first, with their unix times
 * @returns {string[]} hashes
 */
export function landingsBefore(commits, count = LANDINGS_TO_MEND) {
  const heads = [];
  let [last] = commits;
  for (const commit of commits) {
    if (heads.length === count) break;
    if (last.seconds - commit.seconds <= LANDING_S) continue;
    heads.push(commit.hash);
    last = commit;
  }
  return heads;
}

/**
 * Runs the failed files as they are at the landing before, once.
 * @param {string} tree root of a git work tree
 * @param {readonly string[]} files failed ones, from the root
 * @param {readonly string[]} args of `scripts/test.mjs`
 * @returns {Promise<string[]>} those that failed before too, and not yet five landings before: they are not of this change
 */
export async function knownFailures(tree, files, args) {
  const [before, ...older] = landingsBefore(commitsOf(tree));
  if (before === undefined || files.length === 0 || files.length > MOST_FILES) return [];
  const known = await failingAt(tree, before, files, args);
  const oldest = older[LANDINGS_TO_MEND - 2];
  if (oldest === undefined || known.length === 0) return known;
  const overdue = await failingAt(tree, oldest, known, args);
  for (const file of overdue) console.error(`${file} fails since five landings: mend it`);
  return known.filter((file) => !overdue.includes(file));
}

async function failingAt(tree, commit, files, args) {
  const folder = mkdtempSync(join(tmpdir(), 'harmattan-before-'));
  const copy = join(folder, 'tree');
  const results = join(folder, 'results.kept');
  try {
    if (git(tree, 'worktree', 'add', '--detach', copy, commit).status !== 0) return [];
    const there = files.filter((file) => git(tree, 'cat-file', '-e', `${commit}:${file}`).status === 0);
    if (there.length === 0) return [];
    console.error(`\nThe same files at ${commit.slice(0, 8)}:`);
    const env = { ...process.env, TEST_KEPT_RESULTS: results, TEST_BLAME: '' };
    await runChild('testing', [process.execPath, 'scripts/test.mjs', ...args, ...there], { cwd: copy, env, stdio: 'inherit' });
    return failedFiles(readResults(results));
  } finally {
    git(tree, 'worktree', 'remove', '--force', copy);
    rmSync(folder, { recursive: true, force: true });
  }
}

function commitsOf(tree) {
  const { status, stdout } = git(tree, 'log', '-3000', '--format=%H %ct');
  if (status !== 0) return [];
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
    .map(([hash, seconds]) => ({ hash, seconds: Number(seconds) }));
}

function git(tree, ...args) {
  return spawnSync('git', args, { cwd: tree, encoding: 'utf8' });
}
