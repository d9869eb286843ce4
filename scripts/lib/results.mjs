/**
 * Results of a vitest run, a line of JSON for each test file, written as the file ends: what a killed run has done so far is not lost.
 */
import { appendFileSync, readFileSync } from 'node:fs';

/** A file that takes less may begin at any time. */
const LISTED_S = 3;

/** A reporter of vitest: `--reporter=scripts/lib/results.mjs`, with the path of the file in TEST_RESULTS. */
export default class ResultsReporter {
  onTestModuleEnd(file) {
    const states = [...file.children.allTests()].map((test) => test.result().state);
    const count = (state) => states.filter((each) => each === state).length;
    const failed = count('failed');
    // A file that cannot be loaded has no tests that failed.
    const isBroken = failed === 0 && file.state() === 'failed';
    this.append({
      file: file.relativeModuleId,
      passed: count('passed'),
      failed: isBroken ? 1 : failed,
      skipped: count('skipped'),
      seconds: file.diagnostic().duration / 1000,
      processorSeconds: file.meta().processorSeconds ?? 0,
    });
  }

  onTestRunEnd(_, errors) {
    this.append({ isWhole: true, passed: 0, failed: errors.length, skipped: 0 });
  }

  append(line) {
    appendFileSync(process.env.TEST_RESULTS, `${JSON.stringify(line)}\n`);
  }
}

/** The lines of a run; of one that never began none. */
export function readResults(path) {
  try {
    return readFileSync(path, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  } catch {
    return [];
  }
}

/** Files with a test that failed, or that cannot be loaded. */
export function failedFiles(lines) {
  return lines.flatMap(({ file, failed }) => (file !== undefined && failed > 0 ? [file] : []));
}

/**
 * A run that was ended counts as a failure beside what failed in it, and so does one without a test.
 * @param {readonly string[]} known files whose failures do not count
 */
export function countResults(lines, exitCode, known = []) {
  const sum = (key) => lines.reduce((total, line) => total + (key === 'failed' && known.includes(line.file) ? 0 : line[key]), 0);
  const [passed, skipped] = [sum('passed'), sum('skipped')];
  const isWhole = lines.some((line) => line.isWhole);
  let failed = sum('failed') + (isWhole ? 0 : 1);
  if (failed === 0 && ((exitCode !== 0 && known.length === 0) || passed === 0)) failed = 1;
  return { passed, failed, skipped, isGreen: failed === 0 && skipped === 0 };
}

export function summaryLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** The files with the most processor time, which is where a suite is made faster. */
export function slowestLines(lines, count = 10) {
  const timed = lines
    .filter((line) => line.processorSeconds)
    .toSorted((one, other) => other.processorSeconds - one.processorSeconds);
  return timed.slice(0, count).map(({ file, processorSeconds }) => `${processorSeconds.toFixed(0).padStart(5)} s  ${file}`);
}

/**
 * Whole processor seconds by file, for `test/durations.json`: the longest files begin first.
 * @param {Readonly<Record<string, number>>} before of files that did not run
 * @param {(file: string) => boolean} isThere whether a file is still in the tree
 */
export function durationsOf(lines, before, isThere) {
  const durations = new Map(Object.entries(before));
  for (const { file, processorSeconds } of lines) if (processorSeconds) durations.set(file, Math.round(processorSeconds));
  const kept = [...durations].filter(([file, seconds]) => seconds >= LISTED_S && isThere(file));
  return Object.fromEntries(kept.toSorted(([one], [other]) => one.localeCompare(other)));
}
