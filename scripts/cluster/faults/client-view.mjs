/** What clients see on the wire: every attempt with its time and outcome, and the calls that failed after all repetitions. */
const SLOW_MS = 2_000;

export class ClientView {
  /** `{ at, kind }` of attempts that failed or took longer than two seconds, in ms of `performance.now`. */
  #troubles = [];
  #attempts = 0;
  #slowestMs = 0;
  #gaveUp = new Map();
  #begun = performance.now();

  /** Begins to count anew. */
  begin() {
    this.#troubles = [];
    this.#attempts = 0;
    this.#slowestMs = 0;
    this.#gaveUp = new Map();
    this.#begun = performance.now();
  }

  /** `fetch`, watched. */
  async watch(url, init) {
    const sent = performance.now();
    this.#attempts++;
    try {
      const response = await fetch(url, init);
      const text = await response.text();
      this.#ended(url, sent, response.ok || response.status < 500 ? undefined : `HTTP ${response.status} ${errorOf(text)}`);
      return new Response(text, response);
    } catch (error) {
      this.#ended(
        url,
        sent,
        error.name === 'AbortError' ? 'no answer in 10 s' : `connection ${error.cause?.code ?? error.message}`,
      );
      throw error;
    }
  }

  /** A call that failed after the repetitions of the client package. */
  gaveUp({ id }) {
    this.#gaveUp.set(id, (this.#gaveUp.get(id) ?? 0) + 1);
  }

  /** Milliseconds since the last attempt that failed. */
  get calmMs() {
    const last = this.#troubles.findLast(({ kind }) => kind !== 'slow');
    return performance.now() - (last?.at ?? this.#begun);
  }

  /** Since `begin`. Times are seconds since then: of the first and the last failed attempt. */
  summary() {
    const errors = this.#troubles.filter(({ kind }) => kind !== 'slow');
    const byKind = {};
    for (const { kind } of errors) byKind[kind] = (byKind[kind] ?? 0) + 1;
    const seconds = (trouble) => (trouble ? (trouble.at - this.#begun) / 1_000 : undefined);
    return {
      attempts: this.#attempts,
      errors: byKind,
      failed: errors.length,
      slow: this.#troubles.length - errors.length,
      slowestMs: Math.round(this.#slowestMs),
      firstErrorS: seconds(errors[0]),
      lastErrorS: seconds(errors.at(-1)),
      gaveUp: Object.fromEntries(this.#gaveUp),
    };
  }

  #ended(url, sent, failure) {
    const at = performance.now();
    // A purchase waits for its biller, up to eight seconds.
    const ms = url.includes('purchase') ? 0 : at - sent;
    this.#slowestMs = Math.max(this.#slowestMs, ms);
    if (failure) this.#troubles.push({ at, kind: failure });
    else if (ms > SLOW_MS) this.#troubles.push({ at, kind: 'slow' });
  }
}

/** Of the service, or of HAProxy, which has no envelope. */
function errorOf(text) {
  try {
    return JSON.parse(text).ERRORS.ID;
  } catch {
    return 'of HAProxy';
  }
}
