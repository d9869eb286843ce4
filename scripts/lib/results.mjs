/**
 * Counts what vitest's JSON report says. What went wrong outside any single test (a file that cannot be loaded, an unhandled
 * rejection, no report at all) counts as a failure, so that the line can never say `0 failed` for a run that was not in order.
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
