import { describe, expect, it } from 'vitest';
import { EndpointTurns, TURNS } from './endpoint-turns.js';

const fill = (turns: EndpointTurns, endpointId: string) => {
  for (let n = 1; n <= TURNS; n++) expect(turns.take(endpointId, `${endpointId}-${n}`)).toBe(true);
};

describe('the turns of an endpoint', () => {
  it('are so many and no more, whatever other endpoints do', () => {
    const turns = new EndpointTurns();
    fill(turns, 'slow');
    expect(turns.take('slow', 'late')).toBe(false);
    fill(turns, 'quick');
  });

  it('go to who waits longest, once for each, however often they asked', () => {
    const turns = new EndpointTurns();
    fill(turns, 'slow');
    for (const id of ['a', 'b', 'a']) expect(turns.take('slow', id)).toBe(false);
    expect([turns.leave('slow'), turns.leave('slow'), turns.leave('slow')]).toEqual(['a', 'b', undefined]);
  });

  it('are no longer waited for by who has one', () => {
    const turns = new EndpointTurns();
    fill(turns, 'slow');
    for (const id of ['a', 'b', 'c']) turns.take('slow', id);
    expect(turns.leave('slow')).toBe('a');
    expect(turns.take('slow', 'b')).toBe(true);
    expect(turns.leave('slow')).toBe('c');
  });
});
