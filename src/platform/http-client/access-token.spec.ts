import { describe, expect, it } from 'vitest';
import { AccessToken } from './access-token.js';

function tokens(expiresInSeconds = 3_600) {
  const state = { now: 0, fetched: 0 };
  const token = new AccessToken({ now: () => state.now }, () => {
    state.fetched++;
    return Promise.resolve({ token: `t${state.fetched}`, expiresInSeconds });
  });
  return { state, token };
}

describe('AccessToken', () => {
  it('is fetched once for all concurrent callers', async () => {
    const { state, token } = tokens();
    expect(await Promise.all([token.current(), token.current(), token.current()])).toEqual(['t1', 't1', 't1']);
    expect([await token.current(), state.fetched]).toEqual(['t1', 1]);
  });

  it.each([
    [3_600, 3_540_000],
    [40, 30_000],
  ])('with a life of %s s is renewed after %s ms', async (expiresInSeconds, renewAt) => {
    const { state, token } = tokens(expiresInSeconds);
    await token.current();
    state.now = renewAt - 1;
    expect(await token.current()).toBe('t1');
    state.now = renewAt;
    expect(await token.current()).toBe('t2');
  });

  it('is fetched again after it was refused, once for several callers that hold the old one', async () => {
    const { state, token } = tokens();
    const old = await token.current();
    token.refused(old);
    expect(await token.current()).toBe('t2');
    token.refused(old);
    expect([await token.current(), state.fetched]).toEqual(['t2', 2]);
  });

  it('is fetched again after a failure', async () => {
    let attempts = 0;
    const token = new AccessToken({ now: () => 0 }, () =>
      ++attempts === 1 ? Promise.reject(new Error('down')) : Promise.resolve({ token: 't', expiresInSeconds: 60 }),
    );
    await expect(token.current()).rejects.toThrow('down');
    expect(await token.current()).toBe('t');
  });
});
