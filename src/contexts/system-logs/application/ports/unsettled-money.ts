import { Injectable } from '@nestjs/common';
import { Contributions, Registry } from '../../../../kernel/registry.js';

/** What a log with a key stands for. */
export interface KeyedLog {
  readonly key: string;
  readonly createdAt: number;
}

/** Contributed by the contexts whose money it is. */
export abstract class UnsettledMoneySource {
  /** Whether it stands for money that is not settled; false for logs of others. */
  abstract isUnsettled(log: KeyedLog): Promise<boolean>;
}

/** Keeps logs open that stand for money. */
@Injectable()
export class UnsettledMoney extends Registry<UnsettledMoneySource> {
  constructor(contributions: Contributions) {
    super(contributions, UnsettledMoneySource);
  }

  async isBehind(log: KeyedLog): Promise<boolean> {
    const answers = await Promise.all(this.entries.map((source) => source.isUnsettled(log)));
    return answers.includes(true);
  }
}
