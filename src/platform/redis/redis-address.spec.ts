import { describe, expect, it } from 'vitest';
import { redisAddress } from './redis-address.js';

describe('redisAddress', () => {
  it('reads one server', () => {
    expect(redisAddress('redis://127.0.0.1')).toEqual({
      kind: 'server',
      at: '127.0.0.1:6379',
      options: { host: '127.0.0.1', port: 6379, db: 0 },
    });
    expect(redisAddress('rediss://me:p%40ss@cache.example:7000/3').options).toEqual({
      host: 'cache.example',
      port: 7000,
      db: 3,
      username: 'me',
      password: 'p@ss',
      tls: {},
    });
    expect(redisAddress('unix:///run/redis.sock?db=2').options).toEqual({ path: '/run/redis.sock', db: 2 });
  });

  it('reads sentinels, the name of the primary, the database and both passwords', () => {
    const address = redisAddress(
      'redis+sentinel://:s3+cret@one:26380,[::1],10.0.0.3/main/4?sentinelPassword=a%26b+c&sentinelUsername=me',
    );
    expect(address).toMatchObject({
      kind: 'sentinel',
      at: 'one:26380, ::1:26379, 10.0.0.3:26379',
      options: { name: 'main', db: 4, password: 's3+cret', sentinelPassword: 'a&b+c', sentinelUsername: 'me' },
    });
    expect(address.options.sentinels).toEqual([
      { host: 'one', port: 26380 },
      { host: '::1', port: 26379 },
      { host: '10.0.0.3', port: 26379 },
    ]);
    expect(address.options).not.toHaveProperty('tls');
    expect(address.options).not.toHaveProperty('username');
  });

  it('gives the sentinels no password that is not theirs', () =>
    expect(redisAddress('redis+sentinel://me:secret@one/main').options).not.toHaveProperty('sentinelPassword'));

  it('reads the nodes of a cluster', () =>
    expect(redisAddress('redis+cluster://me:secret@one:7000,two')).toEqual({
      kind: 'cluster',
      at: 'one:7000, two:6379',
      nodes: [
        { host: 'one', port: 7000 },
        { host: 'two', port: 6379 },
      ],
      options: { username: 'me', password: 'secret' },
    }));

  it('encrypts all connections of rediss', () => {
    expect(redisAddress('rediss+cluster://one').options.tls).toEqual({});
    expect(redisAddress('rediss+sentinel://one/main').options).toMatchObject({
      tls: {},
      sentinelTLS: {},
      enableTLSForSentinelMode: true,
    });
  });

  it.each([
    'http://127.0.0.1',
    'redis://127.0.0.1/first',
    'redis://127.0.0.1:70000',
    'redis+sentinel://one,two',
    'redis+sentinel://one/main/0/more',
    'redis+sentinel://one/main/first',
    'redis+sentinel://one:0/main',
    'redis+sentinel://one/main?password=canary',
    'redis+cluster://one,,two',
    'redis+cluster://one/1',
    'redis+cluster://one?db=1',
    'redis+cluster://',
    'redis+replicas://one',
    'redis+cluster://:%zz@one',
  ])('refuses %s', (url) => expect(() => redisAddress(url)).toThrow());
});
