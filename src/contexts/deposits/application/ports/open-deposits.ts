/** Deposit orders that wait to be paid. */
export abstract class OpenDeposits {
  abstract count(): Promise<number>;
}
