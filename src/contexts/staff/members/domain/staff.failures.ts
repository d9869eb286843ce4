import { failures } from '../../../../kernel/failure.js';

const NOT_PROCESSED = 'Could not process your request';
const NO_PERMISSION = "Oops, you don't have the necessary permission for this request";

export const staffFailures = failures('staff', {
  invalid_email: ['invalid', 'This is not an e-mail address'],
  invalid_name: ['invalid', 'A name has letters, of one script in each word, spaces, hyphens, apostrophes and full stops'],
  already_registered: ['conflict', 'This staff member has registered already'],

  incorrect_credentials: ['unauthenticated', 'Incorrect credentials'],
  invalid_code: ['invalid', 'Invalid authentication code'],
  code_required: ['invalid', 'A code of your authenticator app is required for this'],
  no_invitation: ['refused', NOT_PROCESSED],

  no_passkey: ['invalid', 'There is no passkey of yours: please use a code of your authenticator app'],
  invalid_passkey: ['invalid', 'The passkey was not accepted'],
  passkey_exists: ['conflict', 'This passkey is in use already'],
  too_many_passkeys: ['conflict', 'You have ten passkeys: please remove one first'],

  already_exists: ['conflict', 'This staff member already exists'],
  yourself: ['refused', 'You cannot add yourself'],
  test_account: ['refused', NOT_PROCESSED],
  beyond_own_grants: ['forbidden', NO_PERMISSION],
  own_grants: ['refused', 'You cannot change your own permissions'],

  not_found: ['not_found', 'No data matching your query was found'],
  own_account: ['refused', 'You cannot disable your own account'],
  super_administrator: ['refused', 'A super administrator cannot be disabled'],
  last_administrator: ['refused', 'The last active administrator cannot be disabled'],
  super_administrator_only: ['forbidden', NO_PERMISSION],
  not_disabled: ['conflict', 'This staff member is not disabled'],
  disabled: ['conflict', 'This staff member is disabled and has to be enabled first'],
  cannot_disable: ['not_found', NOT_PROCESSED],

  approver_not_independent: ['forbidden', 'An independent member of staff has to approve'],

  nothing_to_update: ['invalid', 'No data to update'],
});
