import type { Abstract } from '@nestjs/common';
import { Database } from '../../../src/platform/database/database.js';
import type { TestApp } from '../../support/app.js';
import { until } from '../../support/until.js';

/** One part of a running service. */
export function part<T>(service: TestApp, token: Abstract<T>): T {
  return service.app.get<T>(token, { strict: false });
}

/** Waits until everything that happened was told to whoever wants to know. */
export function allTold(service: TestApp): Promise<void> {
  return until(async () => (await part(service, Database).rows('SELECT id FROM outbox LIMIT 1')).length === 0, 20_000);
}
