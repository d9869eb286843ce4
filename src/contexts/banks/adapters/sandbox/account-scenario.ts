import type { SandboxPayoutState } from '../../application/ports.js';

/** By the last four digits of the account number. */
export interface AccountScenario {
  readonly enquiry: 'resolved' | 'not_found' | 'unavailable' | 'another_name';
  readonly begins: SandboxPayoutState;
  /** A waiting payout is paid at the first query; others wait until they are decided. */
  readonly isPaidAtQuery?: boolean;
}

const PAID: AccountScenario = { enquiry: 'resolved', begins: 'paid' };

const SCENARIOS: Readonly<Record<string, AccountScenario>> = {
  '0001': { enquiry: 'resolved', begins: 'waiting', isPaidAtQuery: true },
  '0002': { enquiry: 'resolved', begins: 'failed' },
  '0003': PAID,
  '0007': { enquiry: 'resolved', begins: 'waiting' },
  '0404': { enquiry: 'not_found', begins: 'failed' },
  '0503': { enquiry: 'unavailable', begins: 'failed' },
  '0888': { ...PAID, enquiry: 'another_name' },
};

export function accountScenario(account: string): AccountScenario {
  return SCENARIOS[account.slice(-4)] ?? PAID;
}
