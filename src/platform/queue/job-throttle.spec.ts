import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Config } from '../config/config.js';
import { Metrics } from '../telemetry/metrics.js';
import { JobThrottle } from './job-throttle.js';

class CountedCourtesy extends JobThrottle {
  pauses = 0;
  protected override pause(): Promise<void> {
    this.pauses++;
    return Promise.resolve();
  }
}

const work = (ms: number) => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

describe('Courtesy', () => {
  it('pauses while the process is busy, and not when it has been idle', async () => {
    const courtesy = new CountedCourtesy({ servesApi: true } as Config, new Metrics());
    work(120);
    await courtesy.wait();
    expect(courtesy.pauses).toBe(1);
    await sleep(120);
    await courtesy.wait();
    expect(courtesy.pauses).toBe(1);
  });

  it('pauses while many requests are under way, however idle the process is', async () => {
    const metrics = new Metrics();
    const courtesy = new CountedCourtesy({ servesApi: true } as Config, metrics);
    for (let request = 0; request < 20; request++) metrics.requestBegins();
    await sleep(120);
    await courtesy.wait();
    expect(courtesy.pauses).toBe(1);
    for (let request = 0; request < 20; request++) metrics.requestEnds('test', 200, 1);
    await courtesy.wait();
    expect(courtesy.pauses).toBe(1);
  });

  it('never pauses where no requests are answered', async () => {
    const courtesy = new CountedCourtesy({ servesApi: false } as Config, new Metrics());
    work(120);
    await courtesy.wait();
    expect(courtesy.pauses).toBe(0);
  });
});
