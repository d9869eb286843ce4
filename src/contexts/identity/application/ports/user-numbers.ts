/** meter: a customer number that was bought for. account: a bank account to pay deposits into. */
export type NumberKind = 'meter' | 'account';

/** Implemented by billing and deposits. */
export abstract class UserNumbersSource {
  /** The users of this number, at most `limit`. */
  abstract usersOf(value: string, limit: number): Promise<string[]>;
}

/** The sources register at start, because identity cannot import them. */
export class UserNumbers {
  private readonly sources = new Map<NumberKind, UserNumbersSource>();

  register(kind: NumberKind, source: UserNumbersSource): void {
    this.sources.set(kind, source);
  }

  usersOf(kind: NumberKind, value: string, limit: number): Promise<string[]> {
    const source = this.sources.get(kind);
    if (!source) throw new Error(`no source of users by ${kind} is registered`);
    return source.usersOf(value, limit);
  }
}
