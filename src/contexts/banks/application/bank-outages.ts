/** Banks whose name enquiry does not answer: five times in a row within a minute, until one is answered or five minutes are over. */
export abstract class BankOutages {
  abstract failed(code: string): Promise<void>;
  abstract answered(code: string): Promise<void>;
  abstract all(): Promise<ReadonlySet<string>>;
}
