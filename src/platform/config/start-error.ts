/** Faults that keep a process from starting: one sentence for each, which says what to do. Shown without a stack trace. */
export class StartError extends Error {
  constructor(
    readonly faults: readonly string[],
    message = faults.join('\n'),
  ) {
    super(message);
    this.name = 'StartError';
  }
}
