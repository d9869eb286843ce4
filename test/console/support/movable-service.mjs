/** The built service with a clock that is ahead by as many milliseconds as its parent sends. */
import { createApp } from '../../../dist/create-app.js';
import { Clock } from '../../../dist/kernel/clock.js';
import { Config } from '../../../dist/platform/config/config.js';

let aheadMs = 0;

class ShiftedClock extends Clock {
  now() {
    return Date.now() + aheadMs;
  }
}

const app = await createApp({ config: Config.load(), clock: new ShiftedClock() });
await app.listen(Number(process.env.PORT), '127.0.0.1');
process.on('message', (ms) => {
  aheadMs = ms;
  process.send(ms);
});
process.once('SIGTERM', () => void app.close().then(() => process.exit()));
process.send(await app.getUrl());
