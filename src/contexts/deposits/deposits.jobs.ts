import { Injectable } from '@nestjs/common';
import { Every } from '../../platform/queue/job-queue.js';
import { ExpireOrders } from './application/expire-orders.js';
import { QueryOrders } from './application/query-orders.js';

@Injectable()
export class DepositsJobs {
  constructor(
    private readonly expireOrders: ExpireOrders,
    private readonly queryOrders: QueryOrders,
  ) {}

  @Every(5_000, 'deposits.query')
  query(): Promise<void> {
    return this.queryOrders.execute();
  }

  @Every(30_000, 'deposits.expire')
  expire(): Promise<void> {
    return this.expireOrders.execute();
  }
}
