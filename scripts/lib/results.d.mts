export interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: readonly { status: string; assertionResults: readonly { status: string }[] }[];
}

export interface Results {
  passed: number;
  failed: number;
  skipped: number;
  isGreen: boolean;
}

/** `report`: vitest's JSON report, undefined when there is none. */
export function countResults(report: Report | undefined, exitCode: number): Results;
export function summaryLine(results: Results): string;
