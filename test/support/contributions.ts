import { Contributions, type Kind } from '../../src/kernel/registry.js';

/** Entries of registries without modules. */
export function contributionsOf(...entries: readonly object[]): Contributions {
  return new GivenContributions(entries);
}

class GivenContributions extends Contributions {
  constructor(private readonly entries: readonly object[]) {
    super();
  }

  of<Entry extends object>(kind: Kind<Entry>): readonly Entry[] {
    return this.entries.filter((entry): entry is Entry => entry instanceof kind);
  }
}
