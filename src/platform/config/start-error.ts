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

/** `faults` has one line for each invalid variable. */
export class ConfigurationError extends StartError {
  constructor(faults: readonly string[]) {
    super(faults, `The configuration has ${faults.length} fault(s):\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigurationError';
  }
}
