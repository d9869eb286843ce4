import { ReplyError } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { isRedisAway } from './redis-away.js';

const reply = (message: string) => new (ReplyError as new (message: string) => Error)(message);

describe('isRedisAway', () => {
  it.each([
    "READONLY You can't write against a read only replica.",
    'MOVED 3999 127.0.0.1:6381',
    'CLUSTERDOWN The cluster is down',
    'CLUSTERDOWN Hash slot not served',
    'LOADING Redis is loading the dataset in memory',
    "MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.",
    'TRYAGAIN Multiple keys request during rehashing of slot',
    'NOREPLICAS Not enough good replicas to write.',
  ])('takes the reply %s for it', (message) => expect(isRedisAway(reply(message))).toBe(true));

  it.each([
    'Connection is closed.',
    'Command timed out',
    "Stream isn't writeable and enableOfflineQueue options is false",
    "Cluster isn't ready and enableOfflineQueue options is false",
    'Too many Cluster redirections. Last error: ReplyError: CLUSTERDOWN The cluster is down',
    'All sentinels are unreachable. Retrying from scratch after 10ms.',
  ])('takes the error %s for it, also as a cause', (message) => {
    expect(isRedisAway(new Error(message))).toBe(true);
    expect(isRedisAway(new Error('outer', { cause: new Error(message) }))).toBe(true);
  });

  it.each([
    reply('WRONGTYPE Operation against a key holding the wrong kind of value'),
    reply("CROSSSLOT Keys in request don't hash to the same slot"),
    reply('NOAUTH Authentication required.'),
    new Error('READONLY is the word of something else'),
    new Error('connect ECONNREFUSED 127.0.0.1:25'),
    'Connection is closed.',
    undefined,
  ])('takes %s for another error', (error) => expect(isRedisAway(error)).toBe(false));
});
