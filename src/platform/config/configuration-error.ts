import { StartError } from './start-error.js';

/** `faults` has one line for each invalid variable. */
export class ConfigurationError extends StartError {
  constructor(faults: readonly string[]) {
    super(faults, `The configuration has ${faults.length} fault(s):\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigurationError';
  }
}
