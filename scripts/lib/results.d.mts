export interface ResultLine {
  readonly file?: string;
  /** The last line of a run that nobody ended. */
  readonly isWhole?: boolean;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly seconds?: number;
  /** Of its worker, and of processes that this started. */
  readonly processorSeconds?: number;
}

export interface Results {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly isGreen: boolean;
}

export function readResults(path: string): ResultLine[];
export function failedFiles(lines: readonly ResultLine[]): string[];
export function countResults(lines: readonly ResultLine[], exitCode: number, known?: readonly string[]): Results;
export function summaryLine(results: Omit<Results, 'isGreen'>): string;
export function durationsOf(
  lines: readonly ResultLine[],
  before: Readonly<Record<string, number>>,
  isThere: (file: string) => boolean,
): Record<string, number>;
export function slowestLines(lines: readonly ResultLine[], count?: number): string[];
