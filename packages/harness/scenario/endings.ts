import type { Step } from './step.js';
import { browser, codeMailedTo, emailOf, password, registration } from './steps.js';

const newPassword = 'Rainy-Season-2027';

/** What ends a session, a password or an account: of users whom nothing else needs. */
export const endings: readonly Step[] = [
  { ...registration('zainab', 'Zainab', 'Bello'), setup: true },
  { action: 'user_email_verify_send', setup: true, input: { emal: emailOf('zainab.bello'), purpose: 'update' } },
  ...codeMailedTo('zainab', 'verification code', emailOf('zainab.bello')),
  {
    action: 'user_email_update',
    as: 'zainab',
    input: { emal: emailOf('zainab.bello'), code: '{{code}}', pswd: password },
    first: ['a code sent to the new address: `user_email_verify_send`'],
  },
  { action: 'user_password_change', as: 'zainab', input: { pswd: password, npwd: newPassword } },
  {
    action: 'user_profile_login',
    setup: true,
    input: { emal: emailOf('zainab.bello'), pswd: newPassword, ...browser },
    session: 'zainab',
  },
  {
    action: 'user_profile_login',
    setup: true,
    input: { emal: emailOf('zainab.bello'), pswd: newPassword, ...browser, dsnm: 'laptop-2' },
    keep: { other_session: (data) => data.marker },
  },
  { action: 'user_session_end', as: 'zainab', input: { reqv: '{{other_session}}' } },
  {
    action: 'user_profile_login',
    setup: true,
    input: { emal: emailOf('zainab.bello'), pswd: newPassword, ...browser, dsnm: 'laptop-3' },
    keep: { stolen_session: (data) => data.marker },
  },
  {
    action: 'control_user_session_end',
    as: 'chidi',
    input: { uxid: '{{zainab_userid}}', reqv: '{{stolen_session}}', reason: 'The laptop was stolen' },
    first: ['a device that is signed in: `control_user_session_fetch`'],
  },
  {
    action: 'control_user_hold',
    as: 'chidi',
    input: { uxid: '{{zainab_userid}}', amount: 500, reason: 'The owner of the laptop is asked first' },
  },
  { action: 'user_limit_update', as: 'zainab', input: { single: 20_000, daily: 50_000 } },
  { action: 'user_instant_update', as: 'zainab', input: { status: 'off' } },
  { action: 'user_profile_logout', as: 'zainab' },
  {
    action: 'user_profile_login',
    setup: true,
    input: { emal: emailOf('zainab.bello'), pswd: newPassword, ...browser },
    session: 'zainab',
  },
  { action: 'user_account_close', as: 'zainab', input: { pswd: newPassword }, first: ['an empty wallet'] },
  { action: 'user_email_verify_send', setup: true, input: { emal: emailOf('bayo'), purpose: 'reset' } },
  ...codeMailedTo('bayo', 'verification code'),
  {
    action: 'user_password_reset',
    input: { emal: emailOf('bayo'), pswd: newPassword, code: '{{code}}' },
    first: ['a code: `user_email_verify_send` with `purpose=reset`'],
  },
];
