import { Injectable } from '@nestjs/common';
import { Log } from '../../../../platform/telemetry/log.js';
import { type PushDevice, type PushMessage, type PushOutcome, PushSender } from '../../application/ports.js';
import { RecentPushes } from '../../application/recent-pushes.js';
import { pushServiceOf } from '../../domain/push-service.js';

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
