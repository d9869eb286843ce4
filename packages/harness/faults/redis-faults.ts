import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, onAll } from './fault.js';

export const redisFaults: readonly Fault[] = [
  {
    name: 'redis-lost',
    title: 'Redis loses its primary; a single one is away for 15 s and comes back empty',
    withoutMoneyS: onAll(5),
    async run({ cluster: { redis }, scale }) {
      if ('killPrimary' in redis) {
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
