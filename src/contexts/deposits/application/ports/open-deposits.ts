export abstract class OpenDeposits {
  abstract count(): Promise<number>;
}
