/** A commit; undefined in a clone without history. */
export function olderCommit(folder: string): string | undefined;
