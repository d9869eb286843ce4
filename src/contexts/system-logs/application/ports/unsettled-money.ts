/** What a log with a key stands for. */
export interface KeyedLog {
  readonly key: string;
  readonly createdAt: number;
}

export abstract class UnsettledMoneySource {
  /** Whether it stands for money that is not settled; false for logs of others. */
  abstract isUnsettled(log: KeyedLog): Promise<boolean>;
}

/** Keeps logs open that stand for money; sources are registered by the modules whose money it is. */
export class UnsettledMoney {
  private readonly sources: UnsettledMoneySource[] = [];

  register(source: UnsettledMoneySource): void {
    this.sources.push(source);
  }

  async isBehind(log: KeyedLog): Promise<boolean> {
    const answers = await Promise.all(this.sources.map((source) => source.isUnsettled(log)));
    return answers.includes(true);
  }
}
