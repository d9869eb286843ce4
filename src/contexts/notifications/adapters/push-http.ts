const TIMEOUT_MS = 10_000;

export interface PushAnswer {
  readonly status: number;
  /** Undefined where the body is no JSON. */
  readonly body: unknown;
}

/**
 * Posts to a push service; redirects are not followed.
 * @throws when it could not be reached in ten seconds
 */
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

/** Whether the service may answer otherwise later: it is busy or broken, or does not know us yet. */
export function isPassing(status: number): boolean {
  return status === 401 || status === 403 || status === 408 || status === 429 || status >= 500;
}

/** An error code of a service; what does not look like one may quote values and is not told. */
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
