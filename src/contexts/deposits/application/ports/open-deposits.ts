export abstract class OpenDeposits {
  /** Without the orders of these users. */
  abstract count(except: readonly string[]): Promise<number>;
}
