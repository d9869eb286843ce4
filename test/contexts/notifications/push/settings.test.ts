import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configuredPushReceipts, configuredPushSender } from '../../../../src/contexts/notifications/adapters/configured-push.js';
import { RecentPushes, type PushDevice } from '../../../../src/contexts/notifications/push.js';
import { NotificationsEnvironment } from '../../../../src/contexts/notifications/notifications.settings.js';
import { ConfigurationError } from '../../../../src/platform/config/start-error.js';
import { Log } from '../../../../src/platform/telemetry/log.js';
import { makeBackend, type TestBackend } from '../../../support/backend.js';
import { ExpoServer } from './support/expo-server.js';
import { TelemetryEnvironment } from '../../../../src/platform/telemetry/telemetry.settings.js';

const DEVICES: PushDevice[] = [
  { deliveryId: '1', tokenType: 'expo', pushToken: 'ExponentPushToken[canary]', channelId: '' },
  { deliveryId: '2', tokenType: 'fcm', pushToken: 'canary:APA91', channelId: '' },
];
const MESSAGE = { title: 'Deposit received', body: 'canary Naira' };

describe('push configuration', () => {
  const places: TestBackend[] = [];
  const expo = new ExpoServer();
  const log: string[] = [];

  beforeAll(async () => void (await expo.start()));
  afterAll(async () => {
    await expo.stop();
    for (const place of places) await place.remove();
  });

  const load = (environment: Record<string, string>) => {
    const place = makeBackend('sqlite', { LOG_LEVEL: 'info', ...environment });
    places.push(place);
    log.length = 0;
    return {
      config: place.config.of(NotificationsEnvironment),
      log: new Log(place.config.of(TelemetryEnvironment), { write: (line) => void log.push(line) }),
    };
  };
  const loggedServices = () => log.map((line) => (JSON.parse(line) as { service: string }).service);

  it('without services logs messages without tokens and texts', async () => {
    const { config, log: target } = load({});
    expect(await configuredPushSender(config, target, new RecentPushes(false)).send(DEVICES, MESSAGE)).toEqual([
      { kind: 'sent' },
      { kind: 'sent' },
    ]);
    expect(loggedServices()).toEqual(['expo', 'fcm']);
    expect(log.join()).not.toContain('canary');
    expect(await configuredPushReceipts(config).read(['ticket'])).toEqual(new Map());
  });

  it('routes to the configured services, and the rest to the log', async () => {
    const { config, log: target } = load(expo.environment());
    expect(await configuredPushSender(config, target, new RecentPushes(false)).send(DEVICES.toReversed(), MESSAGE)).toEqual([
      { kind: 'sent' },
      { kind: 'sent', ticket: 'ticket-1' },
    ]);
    expect(loggedServices()).toEqual(['fcm']);
    expo.receipts.set('ticket-1', 'ok');
    expect(await configuredPushReceipts(config).read(['ticket-1'])).toEqual(new Map([['ticket-1', { kind: 'sent' }]]));
  });

  it('with a missing key file stops the start', () => {
    const { config, log: target } = load({ FCM_SERVICE_ACCOUNT: 'missing.json' });
    expect(() => configuredPushSender(config, target, new RecentPushes(false))).toThrow(ConfigurationError);
  });
});
