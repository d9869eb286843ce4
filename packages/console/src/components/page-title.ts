import { createContext, type ReactNode, use, useEffect } from 'react';

/** The kind of record that a screen shows; undefined on others. */
export const RecordScreen = createContext<string | undefined>(undefined);

/** As the browser shows it in tabs and in its history. */
export function titleOfPage(title: string): string {
  return `${title} · Harmattan console`;
}

/** The heading of a record names its tab. */
export function useTitleOfRecord(title: ReactNode): void {
  const kind = use(RecordScreen);
  useEffect(() => {
    if (kind !== undefined && typeof title === 'string') document.title = titleOfPage(`${title}, ${kind}`);
  }, [kind, title]);
}
