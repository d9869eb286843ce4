export function sliceOf(
  rotation: Readonly<Record<string, readonly string[]>>,
  tree: string,
  changed: readonly string[],
): string[];
