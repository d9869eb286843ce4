import { failures } from '../../../../kernel/failure.js';

export const userFailures = failures('users', {
  nothing_to_update: ['invalid', 'No data to update'],
  own_user_account: ['forbidden', 'You cannot change your own account here: use your profile, or ask a colleague'],
  user_is_staff: ['forbidden', "Oops, you don't have the necessary permission for this request"],
  suspended_stays: ['refused', 'A suspended account is not closed, because a sign-in would open it again: reactivate it first'],
  test_user_stays: ['refused', 'A test user is not closed: suspend it, which archives it'],
  not_closing: ['conflict', 'This account is not closing'],
  reason_required: ['invalid', 'The parameter reason is required'],
  no_test_users: ['not_found', 'No data matching your query was found'],
  test_password_taken: ['conflict', 'This password is already another test user’s'],
});
