import type { Log } from '../../../platform/telemetry/log.js';
import { type PushDevice, type PushMessage, type PushOutcome, PushSender } from '../application/ports.js';
import { type PushService, pushServiceOf } from '../domain/push-service.js';

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
