/** What keeps a process from starting: one sentence for each fault, which says what to do. Shown without a stack trace. */
export class StartError extends Error {
  constructor(
    readonly faults: readonly string[],
    message = faults.join('\n'),
  ) {
    super(message);
    this.name = 'StartError';
  }
}
