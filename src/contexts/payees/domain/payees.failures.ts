import { failures } from '../../../kernel/failure.js';

export const payeesFailures = failures('payees', {
  no_data: ['not_found', 'No data matching your query was found'],
  no_payee: ['not_found', 'There is no such payee'],
  untrusted: ['conflict', 'This saved payee cannot be used any more. Please save it again'],
  exists: ['conflict', 'You have saved this payee already'],
  too_many: ['refused', 'You have saved 200 payees, which is as many as there can be: remove one first'],
  recipient_not_found: ['not_found', 'Recipient not found'],
  to_yourself: ['invalid', 'You cannot save yourself'],
  test_account: ['forbidden', 'Test accounts and real accounts cannot pay each other'],
  unknown_item: ['not_found', 'This is not sold by the biller'],
  incomplete: [
    'invalid',
    'A bank payee has code and account, a user email, a customer billerId, itemId and customerId, and nothing else',
  ],
  not_a_bank: ['invalid', 'This payee is no account at a bank'],
  name_changed: ['conflict', 'The bank tells another name of this account now: confirm it before you pay'],
  other_name: ['invalid', 'This is not the name that the bank tells now'],
  nothing_to_change: ['invalid', 'Nothing to change was given'],
});
