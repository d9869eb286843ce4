import { afterEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/kernel/ids.js';
import { WakeMessages } from '../../src/platform/queue/wake-messages.js';
import { RedisConnection } from '../../src/platform/redis/redis.js';
import { makeBackend } from '../support/backend.js';
import { until } from '../support/until.js';

describe('messages that wake continuous work', () => {
  const connections: RedisConnection[] = [];
  const processes: WakeMessages[] = [];
  afterEach(() => {
    for (const process of processes.splice(0)) process.onApplicationShutdown();
    for (const connection of connections.splice(0)) connection.close();
  });

  it('reach the process that does the work, each name once of what is committed together', async () => {
    const place = makeBackend('mysql');
    const prefix = newId();
    const [one, other] = await Promise.all(
      [1, 2].map(async () => {
        const connection = new RedisConnection(place.config.redisUrl!, prefix);
        connections.push(connection);
        await connection.ready();
        const messages = new WakeMessages(connection);
        processes.push(messages);
        return messages;
      }),
    );
    const heard: string[] = [];
    other!.listen((name) => heard.push(name));
    // What is sent before the subscription stands is lost.
    await until(() => {
      one!.send('ready');
      return heard.includes('ready');
    });
    for (const name of ['journal.feed', 'outbox.relay', 'journal.feed']) one!.send(name);
    await until(() => heard.includes('outbox.relay'));
    expect(heard.filter((name) => name !== 'ready')).toEqual(['journal.feed', 'outbox.relay']);
    await place.remove();
  });
});
