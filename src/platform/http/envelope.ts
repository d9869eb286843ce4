const VERSION = '1.0';

/** ERRORS of a FAILED answer. */
export interface EnvelopeErrors {
  readonly CODE?: number;
  readonly ID?: string;
  readonly MSG?: string;
  readonly DETAILS: string;
}

/** The envelope of a success. Written by hand: the frame never changes and this is on every request's path. */
export function okEnvelope(action: string, data: unknown): string {
  return `{"REQUEST":{"VERSION":"${VERSION}","ACTION":"${action}","STATUS":"OK"},"DATA":${JSON.stringify(data ?? {})}}`;
}

export function failedEnvelope(action: string, errors: EnvelopeErrors): string {
  return JSON.stringify({ REQUEST: { VERSION, ACTION: action, STATUS: 'FAILED' }, ERRORS: errors });
}

/** An action name that came from outside, fit to be echoed. */
export function safeAction(name: string): string {
  return name.replace(/[^A-Za-z0-9_.-]/g, '').slice(0, 64);
}
