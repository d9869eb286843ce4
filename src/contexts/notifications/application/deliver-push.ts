import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { PushDeliveries, type PushDelivery, PushDevices, type PushOutcome, type PushRegistration, PushSender } from './ports.js';

export const PUSH_TTL_MS = 24 * 60 * 60 * 1_000;

/** Sends a message to those of a user's devices that have not had it, and deactivates devices with an invalid token. */
@Injectable()
export class DeliverPush {
  constructor(
    private readonly deliveries: PushDeliveries,
    private readonly devices: PushDevices,
    private readonly sender: PushSender,
    private readonly clock: Clock,
  ) {}

  /** @throws Error when a service asks to retry, so that the job tries again */
  async execute(messageKey: string): Promise<void> {
    const waiting = await this.deliveries.listWaiting(messageKey);
    const [first] = waiting;
    if (!first) return;
    const registrations = new Map((await this.devices.list(first.userId)).map((device) => [device.id, device]));
    const ready: { delivery: PushDelivery; device: PushRegistration }[] = [];
    for (const delivery of waiting) {
      // A token that another user has registered since is not among this user's registrations.
      const device = registrations.get(delivery.registrationId);
      if (delivery.createdAt < this.clock.now() - PUSH_TTL_MS) await this.fail(delivery, 'too_late');
      else if (device?.status !== 'active') await this.fail(delivery, 'not_registered');
      else ready.push({ delivery, device });
    }
    if (ready.length === 0) return;
    const outcomes = await this.sender.send(
      ready.map(({ delivery, device }) => ({ ...device, deliveryId: delivery.id })),
      first.message,
    );
    await Promise.all(ready.map(({ delivery, device }, index) => this.note(delivery, device, outcomes[index]!)));
    const later = outcomes.flatMap((outcome) => (outcome.kind === 'later' ? [outcome.reason] : []));
    if (later.length > 0) throw new Error(`push messages wait for their services: ${[...new Set(later)].join(', ')}`);
  }

  private async note(delivery: PushDelivery, device: PushRegistration, outcome: PushOutcome): Promise<void> {
    switch (outcome.kind) {
      case 'sent':
        return this.deliveries.setState(
          delivery.id,
          outcome.ticket === undefined
            ? { state: 'sent' }
            : { state: 'accepted', ticket: outcome.ticket, registered: device.createdAt },
        );
      case 'dead':
        await this.devices.deactivate(device);
        return this.fail(delivery, outcome.reason);
      case 'refused':
        return this.fail(delivery, outcome.reason);
      case 'later':
        return;
    }
  }

  private fail({ id }: PushDelivery, reason: string): Promise<void> {
    return this.deliveries.setState(id, { state: 'failed', reason });
  }
}
