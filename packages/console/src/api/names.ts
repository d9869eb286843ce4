import type { Data } from '@harmattan/client';
import { useQuery } from '@tanstack/react-query';
import { call } from './client.js';

export type RecordName = Data<'control_name_fetch'>[number];

interface Asked {
  readonly resolve: (name: RecordName | null) => void;
  readonly reject: (error: unknown) => void;
}

const MOST = 100;
const GATHERED_MS = 20;
let asked = new Map<string, Asked[]>();

/** What is asked for within a moment is one request, so that a screen asks once. */
function ask(reference: string): Promise<RecordName | null> {
  return new Promise((resolve, reject) => {
    if (asked.size === 0) setTimeout(() => void send(), GATHERED_MS);
    asked.set(reference, [...(asked.get(reference) ?? []), { resolve, reject }]);
  });
}

async function send(): Promise<void> {
  const all = [...asked];
  asked = new Map();
  for (let from = 0; from < all.length; from += MOST) await sendPart(all.slice(from, from + MOST));
}

async function sendPart(part: readonly (readonly [string, readonly Asked[]])[]): Promise<void> {
  try {
    const names = await call('control_name_fetch', { rqvl: part.map(([reference]) => reference).join(',') });
    const found = new Map(names.map((name) => [`${name.kind}:${name.marker}`, name]));
    for (const [reference, waiting] of part) for (const { resolve } of waiting) resolve(found.get(reference) ?? null);
  } catch (error) {
    for (const [, waiting] of part) for (const { reject } of waiting) reject(error);
  }
}

/** The name behind an id; null where there is none, or none that may be told. */
export function useName(kind: string, id: string) {
  return useQuery({
    queryKey: ['control_name_fetch', kind, id],
    queryFn: () => ask(`${kind}:${id}`),
    enabled: id !== '' && !/[,\s]/u.test(id),
    staleTime: 60_000,
  });
}
