import { setTimeout as sleep } from 'node:timers/promises';

export const redisFaults = [
  {
    name: 'redis-lost',
    title: 'Redis loses its primary; a single one is away for 15 s and comes back empty',
    async run({ cluster, scale }) {
      const { redis } = cluster;
      if (redis.killPrimary) {
        await redis.killPrimary('harmattan');
        await redis.recovered();
        return;
      }
      await redis.kill();
      await sleep(15_000 * scale);
      await redis.restart();
    },
  },
];
