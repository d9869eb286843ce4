import { Injectable } from '@nestjs/common';
import { Log } from '../../../../platform/telemetry/log.js';
import { type PushDevice, type PushOutcome, PushSender } from '../../application/ports/push-sender.js';
import type { PushMessage } from '../../application/ports/push.js';
import { pushServiceOf } from '../../domain/push-service.js';

/**
 * Tells the log that there was something to push. Neither the token, nor the text, which may tell amounts, nor the type,
 * which is whatever a client calls it, is logged.
 */
@Injectable()
export class LogPushSender extends PushSender {
  constructor(private readonly log: Log) {
    super();
  }

  send(devices: readonly PushDevice[], { title }: PushMessage): Promise<PushOutcome[]> {
    for (const device of devices) {
      this.log.info('push message', { service: pushServiceOf(device) ?? 'unknown', title, delivery: device.deliveryId });
    }
    return Promise.resolve(devices.map(() => ({ kind: 'sent' })));
  }
}
