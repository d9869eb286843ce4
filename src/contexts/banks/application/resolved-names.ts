import { ResolvedAccounts } from './ports.js';

/** Also for who asks the providers. */
export abstract class ResolvedNames extends ResolvedAccounts {
  abstract keep(userId: string, code: string, account: string, name: string): Promise<void>;
  /** Those that are too old. @returns how many there were */
  abstract forget(): Promise<number>;
}
