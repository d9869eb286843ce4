import { emailOf, password } from './steps.js';
import { airtime, balanceOf, deposit } from './money.js';
import type { Step } from './step.js';

export const users: readonly Step[] = [
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

export const decide = (): Step => ({
  action: 'control_proposal_decide',
  as: 'ngozi',
  input: { reqv: '{{proposal}}', decision: 'approve', comment: 'Checked with the bank', pinc: '{{totp:ngozi}}' },
  first: ['a proposal of another member of staff', 'an unused code of your own authenticator app'],
});
const strayPayment = (amount: string): Step => ({
  sandbox: 'pay',
  method: 'POST',
  query: { account: '9900000000', amount },
  name: 'Pay into an account that no order has',
});
const marker = { proposal: (data: { readonly MKID: string }) => data.MKID };

export const office: readonly Step[] = [
  strayPayment('1500'),
  strayPayment('2500'),
  {
    action: 'control_suspense_fetch',
    as: 'chidi',
    input: { rqtp: 'open' },
    until: (data) => data.result.length > 1,
    keep: { payment: (data) => data.result[0]!.marker, stray: (data) => data.result[1]!.marker },
    first: ['a payment into an account that no order has'],
  },
  {
    action: 'control_suspense_assign',
    as: 'tunde',
    input: { reqv: '{{payment}}', emal: emailOf('bayo'), reason: 'The payer sent the receipt' },
    keep: marker,
  },
  { action: 'control_proposal_fetch', as: 'ngozi', input: { rqtp: 'open' }, first: ['a proposal: `control_suspense_assign`'] },
  decide(),
  {
    action: 'control_suspense_return',
    as: 'tunde',
    input: { reqv: '{{stray}}', bank_reference: '000013260101090000123456789012', reason: 'The payer asked for it' },
  },
  ...deposit('bayo', 4000, {
    setup: true,
    keep: { debtor_account: (data) => data.accountNumber, account: (data) => data.accountNumber },
  }),
  balanceOf('bayo', 5500, { setup: true }),
  {
    action: 'user_transfer_create',
    as: 'bayo',
    setup: true,
    input: { email: emailOf('ada'), amount: 5000, messge: 'Rent' },
  },
  {
    sandbox: 'reverse',
    method: 'POST',
    query: { account: '{{debtor_account}}' },
    name: 'Take what was paid into the account back',
  },
  {
    action: 'control_suspense_fetch',
    as: 'chidi',
    setup: true,
    input: { rqtp: 'open' },
    until: (data) => data.result.some(({ status }) => status === 'owed'),
    keep: { debt: (data) => data.result.find(({ status }) => status === 'owed')!.marker },
  },
  {
    action: 'control_suspense_settle',
    as: 'tunde',
    input: { reqv: '{{debt}}', outcome: 'written_off', reason: 'The account is empty, and the user does not answer' },
    first: ['a deposit whose bank took it back after the money was spent: `control_suspense_fetch`'],
  },
  {
    action: 'control_wallet_adjust',
    as: 'tunde',
    input: { emal: emailOf('ada'), amount: 500, reason: 'Charged twice for airtime' },
  },
  {
    action: 'service_airtime_purchase',
    as: 'ada',
    setup: true,
    input: { ...airtime, phone: '08030000007', pinc: '2580' },
    keep: { undecided: (data) => data.orderId },
  },
  {
    action: 'control_purchase_fetch',
    as: 'chidi',
    input: { rqtp: 'mk', rqvl: '{{undecided}}' },
    first: ['a purchase: `service_airtime_purchase`'],
  },
  { action: 'control_purchase_requery', as: 'chidi', input: { reqv: '{{undecided}}' }, first: ['an undecided purchase'] },
  {
    action: 'control_purchase_resolve',
    as: 'tunde',
    input: { reqv: '{{undecided}}', outcome: 'failed', reason: 'The network has no record of it' },
    first: ['a purchase: `service_airtime_purchase`'],
    keep: marker,
  },
  { action: 'control_tariff_fetch', as: 'chidi', input: { rqtp: 'current' } },
  {
    action: 'control_tariff_propose',
    as: 'tunde',
    input: {
      kind: 'transfer_fee',
      name: 'Transfers{{run}}',
      terms: '[{"from": 5000, "fee": 10}, {"from": 50000, "percent": 0.05, "maximum": 100}]',
      reason: 'Board of November',
    },
  },
  {
    action: 'control_settlement_create',
    as: 'tunde',
    input: {
      kind: 'provider_fee',
      provider: 'sandbox',
      amount: 150,
      reference: 'FEE-{{run}}',
      valued: '2026-11-20',
      reason: 'Statement of the provider',
    },
    keep: { settlement: (data) => data.MKID },
  },
  {
    action: 'control_proposal_decide',
    as: 'ngozi',
    setup: true,
    input: { reqv: '{{settlement}}', decision: 'approve', pinc: '{{totp:ngozi}}' },
  },
  { action: 'control_settlement_fetch', as: 'chidi', input: { rqtp: 'all' }, first: ['a settlement that was approved'] },
  { action: 'control_safeguarding_fetch', as: 'chidi', input: { rqtp: 'day' } },
  {
    action: 'control_reconciliation_fetch',
    as: 'chidi',
    input: { rqtp: 'all' },
    needs: ['reconciledDay'],
    first: ['a reconciliation: every night, or `reconcile` of the operator'],
  },
  {
    action: 'control_route_fetch',
    as: 'chidi',
    input: { rqtp: 'all' },
    keep: { route: (data) => data.result[0]!.marker },
  },
  { action: 'control_route_update', as: 'chidi', input: { reqv: '{{route}}', status: 'on' } },
  { action: 'control_provider_fetch', as: 'chidi' },
  {
    action: 'control_provider_update',
    as: 'chidi',
    input: { name: 'sandbox', status: 'on', reason: 'The outage is over' },
  },
  { action: 'control_search', as: 'chidi', input: { rqvl: emailOf('ada') } },
  { action: 'control_work_queue', as: 'chidi' },
  { action: 'control_dashboard_fetch', as: 'chidi', input: { rqtp: 'day' } },
  { action: 'control_books_fetch', as: 'chidi' },
  { action: 'control_tax_fetch', as: 'chidi', input: { rqtp: 'month', rqvl: '2026-11' } },
  { action: 'control_audit_fetch', as: 'chidi', input: { rqtp: 'all' } },
];
