export function changedFiles(): string[];
export function testsOf(files: readonly string[]): string[];
