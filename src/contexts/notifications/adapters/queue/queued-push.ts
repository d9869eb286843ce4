import { Injectable } from '@nestjs/common';
import { JobQueue, type JobRequest } from '../../../../platform/queue/job-queue.js';
import { Push, PushDevices, type PushMessage, type PushRequest } from '../../application/ports.js';
import { TypeormPushDeliveries } from '../typeorm/typeorm-push-deliveries.js';

export const PUSH_JOB = 'push';

export function pushJob(messageKey: string): JobRequest {
  return { name: PUSH_JOB, key: messageKey, data: { messageKey } };
}

@Injectable()
export class QueuedPush extends Push {
  constructor(
    private readonly devices: PushDevices,
    private readonly deliveries: TypeormPushDeliveries,
    private readonly queue: JobQueue,
  ) {
    super();
  }

  async send(userId: string, message: PushMessage, messageKey: string): Promise<void> {
    const active = (await this.devices.list(userId)).filter(({ status }) => status === 'active');
    if (active.length === 0) return;
    await this.deliveries.add({ messageKey, userId, registrationIds: active.map(({ id }) => id), message });
    await this.queue.add(pushJob(messageKey));
  }

  async prepareAll(requests: readonly PushRequest[]): Promise<() => Promise<void>> {
    const devices = await this.devices.activeOf([...new Set(requests.map(({ userId }) => userId))]);
    const messages = requests.filter(({ userId }) => devices.has(userId));
    return async () => {
      for (const { userId, message, key: messageKey } of messages)
        await this.deliveries.add({ messageKey, userId, registrationIds: devices.get(userId)!, message });
      await this.queue.add(...messages.map(({ key }) => pushJob(key)));
    };
  }
}
