import { failures } from '../../../kernel/failure.js';

export const banksFailures = failures('banks', {
  bank_not_found: ['not_found', 'There is no such bank'],
  account_not_found: ['not_found', 'No account with this number was found at the bank'],
  deposit_required: ['invalid', 'Please make a first deposit: then names of accounts are shown'],
  bank_unavailable: ['unavailable', 'The bank does not answer right now, please try again later'],
  no_match: ['not_found', 'No data matching your query was found'],
  unknown_bank: ['invalid', 'There is no bank with this code'],
});
