/** The text of each document by its path. @param groups what `describeSettings` of the service gives */
export function settingsDocuments(
  groups: readonly { readonly title: string; readonly settings: readonly object[] }[],
): Record<string, string>;
