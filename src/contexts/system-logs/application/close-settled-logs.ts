import { Injectable } from '@nestjs/common';
import { SystemLogStore, UnsettledMoney } from './ports.js';

const PORTION = 500;

/** Closes the logs that stand for money which is settled by now. */
@Injectable()
export class CloseSettledLogs {
  constructor(
    private readonly systemLogs: SystemLogStore,
    private readonly unsettledMoney: UnsettledMoney,
  ) {}

  async execute(): Promise<void> {
    for (const prefix of this.unsettledMoney.prefixes) await this.closeBeginning(prefix);
  }

  private async closeBeginning(prefix: string): Promise<void> {
    let after = '';
    for (;;) {
      const logs = await this.systemLogs.listOpenBeginning(prefix, after, PORTION);
      const states = await this.unsettledMoney.statesOf(logs.map(({ logKey: key, createdAt }) => ({ key, createdAt })));
      const settled = logs.filter(({ logKey }) => states.get(logKey) === 'settled');
      for (const { id } of settled) await this.systemLogs.close(id, 'resolved');
      if (logs.length < PORTION) return;
      after = logs.at(-1)!.logKey;
    }
  }
}
