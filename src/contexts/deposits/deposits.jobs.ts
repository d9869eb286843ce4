import { Injectable } from '@nestjs/common';
import { Every } from '../../platform/queue/job-queue.js';
import { ExpireOrders } from './application/expire-orders.js';

@Injectable()
export class DepositsJobs {
  constructor(private readonly expireOrders: ExpireOrders) {}

  @Every(30_000, 'deposits.expire')
  expire(): Promise<void> {
    return this.expireOrders.execute();
  }
}
