import { Injectable } from '@nestjs/common';
import { Log } from '../../../platform/telemetry/log.js';
import {
  type PushDevice,
  type PushMessage,
  type PushOutcome,
  PushSender,
  RecentPushes,
  pushServiceOf,
  type PushService,
} from '../push.js';
import { ExpoPushReceipts, ExpoPushSender } from './expo/expo-push.js';
import { FcmPushSender, GoogleAccessTokens, readServiceAccount } from './fcm/fcm-push.js';
import type { NotificationsEnvironment } from '../notifications.settings.js';

/** Logs that a message was sent, without token, text or type, which can hold personal data. */
@Injectable()
export class LogPushSender extends PushSender {
  constructor(
    private readonly log: Log,
    private readonly recent: RecentPushes,
  ) {
    super();
  }

  send(devices: readonly PushDevice[], message: PushMessage): Promise<PushOutcome[]> {
    this.recent.tell(message);
    const { title } = message;
    for (const device of devices) {
      this.log.info('push message', { service: pushServiceOf(device) ?? 'unknown', title, delivery: device.deliveryId });
    }
    return Promise.resolve(devices.map(() => ({ kind: 'sent' })));
  }
}

export class RoutedPushSender extends PushSender {
  /** @param other for tokens of services that are not configured */
  constructor(
    private readonly services: Readonly<Partial<Record<PushService, PushSender>>>,
    private readonly other: PushSender,
    private readonly log: Log,
  ) {
    super();
  }

  async send(devices: readonly PushDevice[], message: PushMessage): Promise<PushOutcome[]> {
    const senders = devices.map((device) => this.senderOf(device));
    const outcomes = new Map<PushDevice, PushOutcome>();
    await Promise.all(
      [...new Set(senders)].map(async (sender) => {
        const its = devices.filter((_, index) => senders[index] === sender);
        const answers = await sender.send(its, message);
        its.forEach((device, index) => outcomes.set(device, answers[index]!));
      }),
    );
    return devices.map((device) => {
      const outcome = outcomes.get(device)!;
      if (outcome.kind === 'refused' || outcome.kind === 'dead') {
        const { kind, reason } = outcome;
        this.log.warning('push message refused', { service: pushServiceOf(device), kind, reason, delivery: device.deliveryId });
      }
      return outcome;
    });
  }

  private senderOf(device: PushDevice): PushSender {
    const service = pushServiceOf(device);
    return (service && this.services[service]) ?? this.other;
  }
}

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
