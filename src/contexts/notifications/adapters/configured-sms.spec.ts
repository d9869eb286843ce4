import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../../../platform/http-client/http-client.js';
import type { Log } from '../../../platform/telemetry/log.js';
import { configuredSms } from './configured-sms.js';

describe('text messages without a gateway', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'harmattan-sms-'));
  afterAll(() => rmSync(dataDir, { recursive: true }));
  const send = (production: boolean) => {
    return configuredSms(
      { sms: undefined },
      { dataDir, production },
      {} as HttpClient,
      { info: () => {} } as unknown as Log,
    ).send('+2348031234567', 'Hello');
  };

  it('are not configured in production, and leave nothing in the data folder', async () => {
    expect(await send(true)).toBe('unconfigured');
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('are files in development', async () => {
    expect(await send(false)).toBe('sent');
    expect(readdirSync(join(dataDir, 'sms'))).toHaveLength(1);
  });
});
