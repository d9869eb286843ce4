export function historyMarker(entry: { readonly journalId: string; readonly seq: number }): string {
  return `${entry.journalId}-${entry.seq}`;
}

export function parseHistoryMarker(marker: string): { journalId: string; seq: number } | undefined {
  const match = /^([0-9A-Za-z]{1,32})-([1-9][0-9]{0,14})$/.exec(marker);
  return match ? { journalId: match[1]!, seq: Number(match[2]) } : undefined;
}
