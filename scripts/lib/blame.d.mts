export const LANDING_S: number;

interface Commit {
  readonly hash: string;
  /** Unix time. */
  readonly seconds: number;
}

export function landingsBefore(commits: readonly Commit[], count?: number): string[];
export function knownFailures(tree: string, files: readonly string[], args: readonly string[]): Promise<string[]>;
