import { describe, expect, it } from 'vitest';
import { contributionsOf } from '../../test/support/contributions.js';
import { Contributes, Contributions, kindsOf, Registry } from './registry.js';

abstract class Source {
  abstract readonly names: readonly string[];
}

class North extends Source {
  readonly names = ['north', 'polar'];
}

class South extends Source {
  readonly names = ['south'];
}

class Pole extends Source {
  readonly names = ['polar'];
}

class Sources extends Registry<Source> {
  constructor(contributions: Contributions) {
    super(contributions, Source, { namesOf: ({ names }) => names, names: ['south', 'north'] });
  }

  get first(): string | undefined {
    return this.entries[0]?.names[0];
  }
}

class OnlySource extends Registry<Source> {
  constructor(contributions: Contributions) {
    super(contributions, Source, 'one');
  }

  get names(): readonly string[] {
    return this.entry.names;
  }
}

describe('Registry', () => {
  it('names what is missing and what is there twice', () => {
    expect(new Sources(contributionsOf(new North(), new South())).faults()).toEqual([]);
    expect(new Sources(contributionsOf(new North(), new Pole())).faults()).toEqual([
      'Sources has no Source for south',
      'Sources has two of polar: North and Pole',
    ]);
  });

  it('has its entries in the order of the names that it needs', () => {
    expect(new Sources(contributionsOf(new North(), new South())).first).toBe('south');
  });

  it('that takes one entry has neither none nor two', () => {
    expect(new OnlySource(contributionsOf(new South())).faults()).toEqual([]);
    expect(new OnlySource(contributionsOf(new South())).names).toEqual(['south']);
    const none = new OnlySource(contributionsOf());
    expect(none.faults()).toEqual(['OnlySource takes one Source and has none']);
    expect(() => none.names).toThrow('OnlySource has no Source');
    expect(new OnlySource(contributionsOf(new North(), new Pole())).faults()).toEqual([
      'OnlySource takes one Source and has North and Pole',
    ]);
  });
});

describe('Contributes', () => {
  it('marks the class itself, once for each kind', () => {
    abstract class Other {}
    @Contributes(Source)
    @Contributes(Other)
    class Both extends South {}
    class Heir extends Both {}
    expect(kindsOf(Both)).toEqual([Other, Source]);
    expect(kindsOf(Heir)).toEqual([]);
  });

  it('takes no class of another type', () => {
    class Nameless {}
    // @ts-expect-error it has no names
    Contributes(Source)(Nameless);
    expect(kindsOf(Nameless)).toEqual([Source]);
  });
});
