import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  type DomainEvent,
  domainEvent,
  type EventData,
  type EventName,
  type Events,
  type Outbox,
} from '../../src/kernel/events.js';
import { OnEvent, OnEvents, type ReceivedEvent } from '../../src/platform/queue/job-queue.js';

const KERNEL = 'src/kernel/events.ts';
const names = [...readFileSync(KERNEL, 'utf8').matchAll(/^ {2}'([^']+)':/gmu)].map(([, name]) => name!);
const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts') && `src/${path}` !== KERNEL)
  .map((path) => readFileSync(`src/${path}`, 'utf8'));

/** First arguments of the calls of a function. */
function firstArguments(called: RegExp): string[] {
  const calls = new RegExp(`${called.source}\\(\\s*([^,)\\s]+)`, 'gu');
  return sources.flatMap((source) => [...source.matchAll(calls)].map(([, argument]) => argument!));
}

const sorted = (given: readonly string[]) => [...new Set(given)].toSorted();

describe('names of events', () => {
  const quoted = names.map((name) => `'${name}'`);

  it('are told by somebody, each', () => {
    expect(quoted.length).toBeGreaterThan(15);
    expect(sorted(firstArguments(/\bdomainEvent/u))).toEqual(sorted(quoted));
  });

  it('have a handler, each', () => {
    expect(sorted(firstArguments(/@OnEvents?/u))).toEqual(sorted(quoted));
  });
});

describe('types of events', () => {
  it('allow only names of the map, with their data', () => {
    const add = (outbox: Outbox) => {
      void outbox.add(domainEvent('user.created', { userId: 'u' }), { name: 'contact.created', data: { contactId: 'c' } });
      // @ts-expect-error it is not in the map
      void outbox.add({ name: 'transfer.completed', data: { transferId: 't' } });
      // @ts-expect-error the data is of another event
      void outbox.add({ name: 'user.created', data: { contactId: 'c' } });
      // @ts-expect-error it is not in the map
      domainEvent('deposit.completed', { paymentId: 'p' });
      // @ts-expect-error a value is missing
      domainEvent('user.active', { userId: 'u' });
      // @ts-expect-error it tells too much
      domainEvent('user.created', { userId: 'u', email: 'ada@example.com' });
    };
    expectTypeOf(add).parameter(0).toEqualTypeOf<Outbox>();
    expectTypeOf<DomainEvent<'user.created'>>().toEqualTypeOf<{
      readonly name: 'user.created';
      readonly data: { readonly userId: string };
    }>();
    expectTypeOf<Events[EventName]>().toExtend<EventData>();
  });

  it('allow only handlers of names of the map that take their data', () => {
    class Handlers {
      @OnEvent('user.created')
      async fitting(_data: Events['user.created'], _eventId: string): Promise<void> {}

      @OnEvents('user.active')
      async pages(_events: readonly ReceivedEvent<Events['user.active']>[]): Promise<void> {}

      // @ts-expect-error nobody tells it
      @OnEvent('deposit.completed')
      async unknown(): Promise<void> {}

      // @ts-expect-error the event has no paymentId
      @OnEvent('user.created')
      async foreign(_data: { readonly paymentId: string }): Promise<void> {}

      // @ts-expect-error it is called with pages
      @OnEvents('user.created')
      async single(_data: Events['user.created']): Promise<void> {}
    }
    expectTypeOf<Handlers['fitting']>().returns.resolves.toBeVoid();
  });
});
