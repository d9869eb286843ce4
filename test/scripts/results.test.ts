import { describe, expect, it } from 'vitest';
import { countResults, type Report, summaryLine } from '../../scripts/lib/results.mjs';

const green: Report = {
  numPassedTests: 2,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [{ status: 'passed', assertionResults: [{ status: 'passed' }, { status: 'passed' }] }],
};

describe('summary line of npm test', () => {
  it.each([
    ['a green run', green, 0, '2 passed, 0 failed', true],
    ['a failed test', { ...green, numFailedTests: 1 }, 1, '2 passed, 1 failed', false],
    ['a skipped test', { ...green, numPendingTests: 1 }, 0, '2 passed, 0 failed, 1 skipped', false],
    ['a test still to be written', { ...green, numTodoTests: 1 }, 0, '2 passed, 0 failed, 1 skipped', false],
    [
      'a file that cannot be loaded',
      { ...green, testResults: [{ status: 'failed', assertionResults: [] }] },
      1,
      '2 passed, 1 failed',
      false,
    ],
    ['an unhandled rejection', green, 1, '2 passed, 1 failed', false],
    ['no test at all', { ...green, numPassedTests: 0, testResults: [] }, 0, '0 passed, 1 failed', false],
    ['no report', undefined, 1, '0 passed, 1 failed', false],
  ])('reports %s', (_, report, exitCode, line, isGreen) => {
    const results = countResults(report, exitCode);
    expect([summaryLine(results), results.isGreen]).toEqual([line, isGreen]);
  });
});
