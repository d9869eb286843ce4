import type { Explanation } from '../../kernel/failure.js';

const VERSION = '1.0';

export interface EnvelopeErrors {
  readonly CODE?: number;
  readonly ID?: string;
  readonly MSG?: string;
  readonly DETAILS: string;
  /** In the sandbox only. */
  readonly EXPLANATION?: Explanation;
}

/** Concatenated, because JSON.stringify of the whole is slower. */
export function okEnvelope(action: string, data: unknown): string {
  return `{"REQUEST":{"VERSION":"${VERSION}","ACTION":"${action}","STATUS":"OK"},"DATA":${JSON.stringify(data ?? {})}}`;
}

export function failedEnvelope(action: string, errors: EnvelopeErrors): string {
  return JSON.stringify({ REQUEST: { VERSION, ACTION: action, STATUS: 'FAILED' }, ERRORS: errors });
}

/** Only characters that are safe to echo. */
export function safeAction(name: string): string {
  return name.replace(/[^A-Za-z0-9_.-]/g, '').slice(0, 64);
}
