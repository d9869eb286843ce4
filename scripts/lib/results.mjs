/**
 * Counts the results of vitest's JSON report. Errors outside of single tests (a file that cannot be loaded, an unhandled
 * rejection, a missing report) count as a failure, so that the line never says `0 failed` for such a run.
 */
export function countResults(report, exitCode) {
  const passed = report?.numPassedTests ?? 0;
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
  const brokenFiles = (report?.testResults ?? []).filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  let failed = (report?.numFailedTests ?? 0) + brokenFiles.length;
  if (failed === 0 && (exitCode !== 0 || passed === 0)) failed = 1;
  return { passed, failed, skipped, isGreen: failed === 0 && skipped === 0 };
}

export function summaryLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
