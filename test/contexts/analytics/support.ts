import type { Abstract } from '@nestjs/common';
import { Database } from '../../../src/platform/database/database.js';
import type { TestApp } from '../../support/app.js';
import { until } from '../../support/until.js';

/** A provider of a running service. */
export function provider<T>(service: TestApp, token: Abstract<T>): T {
  return service.app.get<T>(token, { strict: false });
}

/** Waits until all journals are consumed and all events are handled. */
export async function eventsHandled(service: TestApp): Promise<void> {
  await service.settled();
  await until(async () => (await provider(service, Database).rows('SELECT id FROM outbox LIMIT 1')).length === 0);
}
