import { type DiscoveryService, MetadataScanner } from '@nestjs/core';
import { describe, expect, it } from 'vitest';
import { Every, Job, OnEvent } from './job-queue.js';
import { JobRegistry } from './job-registry.js';

class Mails {
  readonly sent: unknown[] = [];

  @Job('mail', { concurrency: 3 })
  async deliver(data: unknown): Promise<void> {
    this.sent.push(data);
  }

  @OnEvent('user.created')
  async welcome(data: unknown, eventId: string): Promise<void> {
    this.sent.push([data, eventId]);
  }

  @Every(60_000, 'mail.sweep')
  async sweep(): Promise<void> {
    this.sent.push('swept');
  }
}

class OtherMails {
  @Job('mail')
  async deliver(): Promise<void> {}
}

class OtherSweep {
  @Every(1_000, 'mail.sweep')
  async sweep(): Promise<void> {}
}

const registryOf = (...instances: unknown[]) => {
  const discovery = { getProviders: () => instances.map((instance) => ({ instance })) };
  return new JobRegistry(discovery as unknown as DiscoveryService, new MetadataScanner());
};

describe('JobRegistry', () => {
  it('finds what the decorators mark and calls it on its instance', async () => {
    const mails = new Mails();
    const registry = registryOf(null, 'a value', mails);
    await registry.job('mail').handle({ mailId: 'm' });
    await registry.handlersOf('user.created')[0]!.handle([{ id: 'e', data: { userId: 'u' } }]);
    await registry.periodicWork()[0]!.run();
    expect(mails.sent).toEqual([{ mailId: 'm' }, [{ userId: 'u' }, 'e'], 'swept']);
    expect(registry.job('mail')).toMatchObject({
      concurrency: 3,
      attempts: 6,
      backoffMs: [1_000, 5_000, 30_000, 120_000, 600_000],
    });
    expect(registry.periodicWork()[0]).toMatchObject({ name: 'mail.sweep', intervalMs: 60_000 });
    expect(registry.handlersOf('nobody.cares')).toEqual([]);
  });

  it('takes a provider with two tokens once', () => {
    const mails = new Mails();
    const registry = registryOf(mails, mails);
    expect(registry.jobs()).toHaveLength(1);
    expect(registry.handlersOf('user.created')).toHaveLength(1);
  });

  it('does not boot when a name is declared twice', () => {
    expect(() => registryOf(new Mails(), new OtherMails()).onModuleInit()).toThrow('mail is declared twice');
    expect(() => registryOf(new Mails(), new OtherSweep()).onModuleInit()).toThrow('mail.sweep is declared twice');
  });

  it('refuses a job that nobody handles', () => {
    expect(() => registryOf(new Mails()).job('unheard')).toThrow('no handler for job unheard');
  });
});
