import type { Config } from '../platform/config/config.js';
import { UsageError } from './command-error.js';

/** @throws UsageError with real providers and in production */
export function requireSandbox({ isSandbox, production }: Config): void {
  if (production) throw new UsageError('The sandbox is not changed in production.');
  if (!isSandbox)
    throw new UsageError('This is for the sandbox: none of DEPOSIT_PROVIDERS, BILLER_PROVIDERS and PAYOUT_PROVIDERS names it.');
}
