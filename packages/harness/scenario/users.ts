import { emailOf, password } from './steps.js';
import type { Step } from './step.js';

export const users: readonly Step[] = [
  { action: 'control_role_fetch', as: 'chidi' },
  {
    action: 'control_user_data_list',
    as: 'chidi',
    input: { rqtp: 'email', rqvl: emailOf('ada') },
  },
  { action: 'control_user_data_details', as: 'chidi', input: { uxid: '{{ada_userid}}' } },
  { action: 'control_user_login_history', as: 'chidi', input: { uxid: '{{ada_userid}}' } },
  { action: 'control_user_notice_history', as: 'chidi', input: { rqux: '{{ada_userid}}' } },
  { action: 'control_user_wallet_history', as: 'chidi', input: { uxid: '{{ada_userid}}' } },
  { action: 'control_user_session_fetch', as: 'chidi', input: { uxid: '{{ada_userid}}' } },
  { action: 'control_user_balance_fetch', as: 'chidi', input: { uxid: '{{ada_userid}}' } },
  {
    action: 'user_payee_create',
    as: 'bayo',
    setup: true,
    input: { kind: 'user', label: 'Ada', email: emailOf('ada') },
  },
  { action: 'control_payee_fetch', as: 'chidi', input: { uxid: '{{bayo_userid}}' } },
  {
    action: 'control_user_wallet_statement',
    as: 'chidi',
    input: { uxid: '{{ada_userid}}', from: '{{today}}', to: '{{today}}', format: 'csv' },
  },
  { action: 'control_user_audit_fetch', as: 'chidi', input: { uxid: '{{ada_userid}}' } },
  { action: 'control_user_wallet_deposit', as: 'chidi', input: { rqtp: 'user', rqvl: '{{ada_userid}}' } },
  { action: 'control_user_wallet_transfer', as: 'chidi', input: { uxid: '{{ada_userid}}' } },
  { action: 'control_user_trade_history', as: 'chidi', input: { uxid: '{{ada_userid}}' } },
  {
    action: 'control_user_modify',
    as: 'chidi',
    input: { uxid: '{{bayo_userid}}', lNme: 'Adebayo', reason: 'By letter' },
  },
  {
    action: 'user_identity_submit',
    as: 'bayo',
    setup: true,
    input: { type: 'nin', number: '{{phone}}0007', birth: '1988-02-03', consent: true },
  },
  {
    action: 'control_identity_fetch',
    as: 'chidi',
    input: { rqtp: 'review' },
    first: ['a number that needs a look: one that ends in `0007` in the sandbox'],
    keep: { identity: (data) => data.result[0]?.marker },
  },
  {
    action: 'control_identity_decide',
    as: 'chidi',
    input: { reqv: '{{identity}}', decision: 'accept', reason: 'The slip has both spellings', pinc: '{{totp:chidi}}' },
    first: ['a case: `control_identity_fetch`', 'an unused code of your own authenticator app'],
  },
  {
    action: 'control_test_user_create',
    as: 'chidi',
    input: {
      fsnm: 'Tess',
      lsnm: 'Ter',
      emal: emailOf('tess'),
      pswd: password,
      devt: 'Android',
      devs: 'R58M12ABCDF',
      devn: 'Pixel 9',
    },
  },
  { action: 'control_test_user_fetch', as: 'chidi', input: { rqtp: 'email', rqvl: emailOf('tess') } },
];
