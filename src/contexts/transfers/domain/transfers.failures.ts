import { failures } from '../../../kernel/failure.js';

export const transferFailures = failures('transfers', {
  recipient_not_found: ['refused', 'Recipient not found'],
  to_yourself: ['invalid', 'You cannot transfer to yourself'],
  test_account: ['forbidden', 'Test accounts and real accounts cannot pay each other'],
  below_minimum: ['invalid', 'The minimum amount of a transfer is 50.00 Naira'],
  above_maximum: ['invalid', 'The maximum amount of a transfer is 5,000,000.00 Naira'],
  receiver_not_found: ['not_found', 'User with this profile not found'],
  no_data: ['not_found', 'No data matching your query was found'],
});
