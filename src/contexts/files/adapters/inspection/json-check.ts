import { none } from 'stream-chain/defs.js';
import { jsonVerifier } from 'stream-json/core/utils/verifier.js';

/** Bounds the memory of the verifier, which keeps an entry for each open bracket: ten megabytes of brackets would take 300. */
const MAX_OPEN_BRACKETS = 1_000;

/** Whether a text that comes in pieces is one JSON value (RFC 8259), without building that value. */
export class JsonCheck {
  private readonly verify = jsonVerifier();
  /** Brackets in strings count as well, because the verifier does not say which are not. */
  private openBrackets = 0;
  private isValid = true;

  push(text: string): void {
    if (!this.isValid) return;
    this.openBrackets += openingBrackets(text);
    this.isValid = this.openBrackets <= MAX_OPEN_BRACKETS && this.accepts(text);
  }

  /** To be called after the last piece. */
  isJson(): boolean {
    return this.isValid && this.accepts(none);
  }

  private accepts(text: string | typeof none): boolean {
    try {
      // The declared type leaves out the end marker, which flushes the verifier.
      this.verify(text as string);
      return true;
    } catch {
      return false;
    }
  }
}

/** The number of opening brackets less that of closing ones. */
function openingBrackets(text: string): number {
  let count = 0;
  for (const character of text) {
    if (character === '[' || character === '{') count++;
    else if (character === ']' || character === '}') count--;
  }
  return count;
}
