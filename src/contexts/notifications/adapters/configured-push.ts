import type { Log } from '../../../platform/telemetry/log.js';
import type { PushSender } from '../application/ports.js';
import { ExpoPushReceipts } from './expo/expo-push-receipts.js';
import { ExpoPushSender } from './expo/expo-push-sender.js';
import { FcmPushSender } from './fcm/fcm-push-sender.js';
import { GoogleAccessTokens } from './fcm/google-access-tokens.js';
import { readServiceAccount } from './fcm/service-account.js';
import { LogPushSender } from './log/log-push-sender.js';
import type { RecentPushes } from '../application/recent-pushes.js';
import type { NotificationsEnvironment } from '../notifications.settings.js';
import { RoutedPushSender } from './routed-push-sender.js';

/** Messages for services that are not configured are logged. @throws ConfigurationError when the service account cannot be read */
export function configuredPushSender(
  { expo, fcm }: Pick<NotificationsEnvironment, 'expo' | 'fcm'>,
  log: Log,
  recent: RecentPushes,
): PushSender {
  const services = {
    ...(expo ? { expo: new ExpoPushSender(expo) } : {}),
    ...(fcm ? { fcm: fcmPushSender(fcm) } : {}),
  };
  return new RoutedPushSender(services, new LogPushSender(log, recent), log);
}

export function configuredPushReceipts({ expo }: Pick<NotificationsEnvironment, 'expo'>): ExpoPushReceipts {
  return new ExpoPushReceipts(expo);
}

function fcmPushSender({ url, serviceAccountFile }: NonNullable<NotificationsEnvironment['fcm']>): FcmPushSender {
  const account = readServiceAccount(serviceAccountFile);
  return new FcmPushSender(url, account.projectId, new GoogleAccessTokens(account));
}
