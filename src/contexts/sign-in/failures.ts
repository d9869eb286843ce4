import { failures } from '../../kernel/failure.js';

export const signInFailures = failures('sign_in', {
  email_taken: ['conflict', 'This e-mail address is already registered'],
  unknown_referrer: ['invalid', 'There is no user with this referral code'],

  weak_password: ['invalid', 'The password needs 8 to 128 characters with an upper case letter, a lower case letter and a digit'],
  common_password: ['invalid', 'This password is too common, please choose another one'],
  reused_password: ['refused', 'This password was used before, please choose another one'],
  // Not `unauthenticated`, because the caller's session stays valid.
  wrong_password: ['refused', 'The current password is not correct'],
  password_required: ['invalid', 'Please give the password of your account; if you have none, set one by a password reset'],
  code_required: [
    'invalid',
    'Please give a code from your mailbox, asked for with the purpose export; your account has no password',
  ],
  second_factor_required: [
    'unauthenticated',
    'Please give a code from your mailbox, asked for with the purpose login: this is not the device that is bound to your account',
  ],
  busy: ['unavailable', 'The service is busy, please try again'],

  incorrect_credentials: ['unauthenticated', 'Incorrect credentials'],
  suspended: ['forbidden', 'Access Denied'],
  login_delayed: ['too_many', 'Too many failed attempts, please try again later'],
  session_ended: ['unauthenticated', 'Access Denied'],
  recent_sign_in_required: ['invalid', 'Please give the password of your account, or sign in again'],
  session_not_found: ['not_found', 'There is no such session'],
  google_refused: ['unauthenticated', 'Could not sign in with this Google account'],
  google_differs: ['unauthenticated', 'Another Google account signed in here before: please give the password of your account'],
  google_off: ['refused', 'Signing in with Google is not available'],
  google_unreachable: ['unavailable', 'Google cannot be reached, please try again'],

  user_not_found: ['not_found', "We couldn't find any record matching your query"],
  no_data: ['not_found', 'No data matching your query was found'],
  nothing_to_update: ['invalid', 'There is nothing to update'],

  incorrect_code: ['invalid', 'Incorrect verification code'],
  codes_exhausted: ['too_many', 'Too many verification codes were sent to this address, please try again later'],
  phone_missing: ['refused', 'There is no phone number in your profile'],
  phone_proved: ['conflict', 'Your phone number is verified already'],
  phone_taken: ['conflict', 'This phone number is verified by another account'],
  phone_codes_exhausted: ['too_many', 'Too many codes were sent to this phone number, please try again later'],
  phone_unreachable: ['invalid', 'No message can be sent to this phone number'],
  no_push_device: ['invalid', 'No device of yours takes push messages'],
  sms_unconfigured: ['refused', 'This service sends no text messages, so it cannot verify phone numbers'],
  sms_unavailable: ['unavailable', 'Text messages cannot be sent now, please try again'],
  unlinked_email: ['not_found', 'This e-mail address is not linked to any account'],
  linked_email: ['conflict', 'This e-mail address is already linked to an account'],
  // Not `refused`, because a repeat after the confirmation must not get the stored refusal.
  email_unverified: ['invalid', 'Please confirm your e-mail address first'],
  weak_pin: ['invalid', 'The PIN must be 4 or 6 digits, and neither a run nor a repetition'],
  // None of these is `refused`: a PIN is no part of what was ordered, so the right one may follow under the same key.
  pin_required: ['invalid', 'Please enter your transaction PIN'],
  wrong_pin: ['invalid', 'The transaction PIN is not correct'],
  pin_locked: ['too_many', 'Too many wrong transaction PINs, please try again later'],
  cooling_off: ['invalid', 'Please enter the transaction PIN that your account had before, or wait a day'],
  pin_blocked: [
    'forbidden',
    'Too many wrong transaction PINs: please set a new one with your password and a code from your mailbox',
  ],
  pin_untrusted: [
    'forbidden',
    'Your transaction PIN cannot be used any more: please set a new one with your password and a code from your mailbox',
  ],
  balance_left: [
    'refused',
    'There is money in your wallet: please spend or transfer it first; give up less than 50 Naira with giveup',
  ],
  payout_open: ['refused', 'A payout of yours is not decided yet, please try again later'],
  purchase_open: ['refused', 'A purchase of yours is not decided yet, please try again later'],
  deposit_open: ['refused', 'A deposit of yours is still open: please wait until it is paid or has expired'],
  debt_owed: [
    'refused',
    'The bank took a deposit of yours back after you had spent it: please pay as much into your wallet, then write to our support',
  ],
  staff_member: ['refused', 'Accounts of staff are closed after the member was disabled'],
  account_closed: ['refused', 'This account was closed for good'],
  test_account: ['forbidden', 'Oops, this operation is not available for test accounts'],
});
