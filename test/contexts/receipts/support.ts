import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';

export type Receipt = Record<string, unknown> & { readonly proof: Record<string, unknown>; readonly signature: string };
type KeysById = Readonly<Record<string, string>>;
export interface Keys {
  readonly keys: KeysById;
  readonly anchors: KeysById;
}

const SCRIPT = new URL('../../../packages/reference/dist/receipts/verify.js', import.meta.url);

interface Script {
  readonly verify: (receipt: unknown, keys: Keys) => Promise<void>;
  readonly parse: (text: string) => unknown;
}

/** The script of the page, as a browser would run it. */
export function pageScript(): Script {
  const globals = { crypto, TextEncoder, atob, Uint8Array };
  runInNewContext(readFileSync(SCRIPT, 'utf8'), globals);
  return (globals as unknown as { readonly receipts: Script }).receipts;
}
