import { describe, expect, it } from 'vitest';
import { faultDigest, Faults, MOST_FAULTS } from './faults.js';
import { wrong } from './stored-rows.js';

const row = (key: number, found = 'x') => wrong('posting', String(key), 'note', 'y', found);

describe('Faults', () => {
  it('keep so many and count the rest, also of parts that kept so many', () => {
    const [all, part] = [new Faults(), new Faults()];
    all.add(row(-1));
    for (let key = 0; key < MOST_FAULTS + 5; key++) part.add(row(key));
    all.addAll(part.found);
    expect(all.found.faults).toHaveLength(MOST_FAULTS);
    expect(all.found.faultCount).toBe(MOST_FAULTS + 6);
  });

  it('name one row once', () => {
    const faults = new Faults();
    faults.add(row(1));
    faults.add(row(1));
    expect(faults.found).toMatchObject({ faultCount: 1, faults: [{ key: '1', digest: faultDigest(row(1)) }] });
  });

  it('set aside exactly what was accepted', () => {
    const faults = new Faults(new Set([faultDigest(row(1))]));
    faults.add(row(1));
    faults.add(row(1, 'z'));
    expect(faults.found).toMatchObject({ faultCount: 1, faults: [{ found: 'z' }], accepted: [faultDigest(row(1))] });
  });
});
