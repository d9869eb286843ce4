import { describe, expect, it } from 'vitest';
import { EndpointConcurrency, MAX_CONCURRENT_ATTEMPTS } from './deliver-webhooks.js';

const fill = (turns: EndpointConcurrency, endpointId: string) => {
  for (let n = 1; n <= MAX_CONCURRENT_ATTEMPTS; n++) expect(turns.acquire(endpointId, `${endpointId}-${n}`)).toBe(true);
};

describe('EndpointConcurrency', () => {
  it('limits attempts of one endpoint, independent of other endpoints', () => {
    const turns = new EndpointConcurrency();
    fill(turns, 'slow');
    expect(turns.acquire('slow', 'late')).toBe(false);
    fill(turns, 'quick');
  });

  it('releases to the longest waiting webhook, once each, however often it asked', () => {
    const turns = new EndpointConcurrency();
    fill(turns, 'slow');
    for (const id of ['a', 'b', 'a']) expect(turns.acquire('slow', id)).toBe(false);
    expect([turns.release('slow'), turns.release('slow'), turns.release('slow')]).toEqual(['a', 'b', undefined]);
  });

  it('removes a webhook from the queue when it acquires a slot', () => {
    const turns = new EndpointConcurrency();
    fill(turns, 'slow');
    for (const id of ['a', 'b', 'c']) turns.acquire('slow', id);
    expect(turns.release('slow')).toBe('a');
    expect(turns.acquire('slow', 'b')).toBe(true);
    expect(turns.release('slow')).toBe('c');
  });
});
