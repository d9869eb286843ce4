const TIMEOUT_MS = 10_000;

export interface PushAnswer {
  readonly status: number;
  /** Undefined where the body is not JSON. */
  readonly body: unknown;
}

/** Follows no redirects. @throws when the service is unreachable for ten seconds */
export async function post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<PushAnswer> {
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  return { status: response.status, body: parsed(text) };
}

/** Whether a later attempt may succeed. */
export function isRetryable(status: number): boolean {
  return status === 401 || status === 403 || status === 408 || status === 429 || status >= 500;
}

/** Text that does not look like a code may quote values and is replaced. */
export function errorCode(code: unknown, otherwise: string): string {
  return typeof code === 'string' && /^[A-Za-z_]{1,64}$/.test(code) ? code : otherwise;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
