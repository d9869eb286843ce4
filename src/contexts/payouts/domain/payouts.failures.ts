import { failures } from '../../../kernel/failure.js';

export const payoutFailures = failures('payouts', {
  bank_not_found: ['not_found', 'This bank does not exist'],
  account_unresolved: ['invalid', 'Ask whose account it is first; the answer serves for 15 minutes'],
  account_name_changed: ['conflict', 'The name of the account has changed'],
  account_incomplete: ['invalid', 'Give code, account and name, or a payee alone'],
  repeated: ['conflict', 'You paid the same amount to this account within the last 10 minutes; say again to pay it again'],
  below_minimum: ['invalid', 'The minimum amount of a payout is 100.00 Naira'],
  above_maximum: ['invalid', 'The maximum amount of a payout is 5,000,000.00 Naira'],
  test_account: ['forbidden', 'Test accounts cannot pay to real banks'],
  unavailable: ['invalid', 'This bank cannot be paid at the moment'],
  no_payout: ['not_found', 'No data matching your query was found'],
});
