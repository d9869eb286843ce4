declare module 'pino-roll' {
  import type { Writable } from 'node:stream';

  interface RollOptions {
    readonly file: string;
    /** In MB. */
    readonly size: number;
    readonly limit: { readonly count: number; readonly removeOtherLogFiles: boolean };
    readonly mode: number;
    readonly sync: boolean;
    /** Bytes that are gathered before they are written. */
    readonly minLength: number;
    /** Bytes that may wait; lines beyond them are dropped. */
    readonly maxLength: number;
  }

  export default function roll(options: RollOptions): Promise<Writable & { flush(): void }>;
}
