import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../../../test/support/clocks.js';
import { Conditions } from '../../../../platform/telemetry/conditions.js';
import type { Log } from '../../../../platform/telemetry/log.js';
import { FindLostHead } from '../../application/find-lost-head.js';
import {
  type AcknowledgedCommand,
  type AcknowledgedHead,
  AcknowledgedHeads,
  type ChainHead,
  LedgerLosses,
} from '../../application/ports.js';
import { LossDetection } from './loss-detection.js';

class Place extends AcknowledgedHeads {
  readonly place = 'test';
  head: AcknowledgedHead | undefined;

  read(): Promise<AcknowledgedHead | undefined> {
    return Promise.resolve(this.head);
  }
  write(head: AcknowledgedHead): Promise<void> {
    this.head = head;
    return Promise.resolve();
  }
}

class Chain extends LedgerLosses {
  readonly hashes = new Map<number, string>();
  acceptedAt = 0;

  hashOf(batchNo: number): Promise<string | undefined> {
    return Promise.resolve(this.hashes.get(batchNo));
  }
  isAccepted({ writtenAt }: AcknowledgedHead): Promise<boolean> {
    return Promise.resolve(this.acceptedAt >= writtenAt);
  }
  head(): Promise<ChainHead> {
    throw new Error('not asked for');
  }
  missing(): Promise<AcknowledgedCommand[]> {
    throw new Error('not asked for');
  }
  accept(): Promise<void> {
    throw new Error('not asked for');
  }
}

const STALE = { failure: 'ledger.stale_copy', kind: 'unavailable' };

function setUp() {
  const [chain, place, conditions, clock] = [new Chain(), new Place(), new Conditions(), new ManualClock(1_000)];
  chain.hashes.set(7, 'g');
  const problems: string[] = [];
  const log = { problem: (message: string) => problems.push(message), info: () => undefined } as unknown as Log;
  const detection = new LossDetection(new FindLostHead([place], chain), clock, conditions, log);
  return { chain, place, conditions, problems, detection };
}

describe('LossDetection', () => {
  it('lets money move where the chain holds the remembered head, and where none is remembered', async () => {
    const { detection, place, conditions } = setUp();
    await detection.requireCurrent();
    place.head = { batchNo: 7, hash: 'g', writtenAt: 500 };
    detection.doubt();
    await detection.requireCurrent();
    expect(conditions.all()).toEqual({});
  });

  it.each([
    ['behind it', { batchNo: 9, hash: 'i', writtenAt: 500 }],
    ['with another batch of that number', { batchNo: 7, hash: 'other', writtenAt: 500 }],
  ])('refuses money on a chain %s, and says once what to do', async (_, head) => {
    const { detection, place, conditions, problems } = setUp();
    place.head = head;
    for (let count = 0; count < 3; count++) await expect(detection.requireCurrent()).rejects.toMatchObject(STALE);
    expect(conditions.all()).toEqual({ ledger: 'stale_copy' });
    expect(problems).toEqual([expect.stringContaining('ledger:accept-loss')]);
    detection.close();
  });

  it('looks again after a lost connection only', async () => {
    const { detection, place } = setUp();
    await detection.requireCurrent();
    place.head = { batchNo: 9, hash: 'i', writtenAt: 500 };
    await detection.requireCurrent();
    detection.doubt();
    await expect(detection.requireCurrent()).rejects.toMatchObject(STALE);
    detection.close();
  });

  it('refuses a batch on a head behind the one that this process acknowledged', async () => {
    const { detection } = setUp();
    detection.acknowledge({ batchNo: 8, hash: 'h' });
    detection.requireContinues({ batchNo: 8, hash: 'h' }, detection.acknowledged);
    detection.requireContinues({ batchNo: 20, hash: 't' }, detection.acknowledged);
    expect(() => detection.requireContinues({ batchNo: 7, hash: 'g' }, detection.acknowledged)).toThrow(
      expect.objectContaining(STALE) as Error,
    );
    await expect(detection.requireCurrent()).rejects.toMatchObject(STALE);
    detection.close();
  });

  it('goes on where the loss was accepted after it was remembered', async () => {
    const { detection, place, chain, conditions } = setUp();
    place.head = { batchNo: 9, hash: 'i', writtenAt: 500 };
    await expect(detection.requireCurrent()).rejects.toMatchObject(STALE);
    chain.acceptedAt = 499;
    await detection.verify();
    await expect(detection.requireCurrent()).rejects.toMatchObject(STALE);
    chain.acceptedAt = 500;
    await detection.verify();
    await detection.requireCurrent();
    detection.requireContinues({ batchNo: 7, hash: 'g' }, detection.acknowledged);
    expect(conditions.all()).toEqual({});
  });
});
