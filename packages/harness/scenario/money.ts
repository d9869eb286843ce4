import type { OperationStep, Step } from './step.js';
import { emailOf } from './steps.js';

export const airtime = {
  amount: 500,
  phone: '08031234567',
  provider: 'mtn',
  billerId: 'mtn-airtime',
  category: 'airtime',
  billerName: 'MTN',
  billerItem: 'MTN Airtime VTU',
};
export const electricity = {
  amount: 2000,
  customerId: '45031234567',
  paymentCode: 'ikeja-electric:prepaid',
  itemId: 'ikeja-electric-prepaid',
  billerId: 'ikeja-electric',
  category: 'electricity',
  billerName: 'Ikeja Electric',
  billerItem: 'IKEDC Prepaid',
};

/** Orders a deposit and pays it at the sandbox bank. */
export const deposit = (
  actor: string,
  amount: number,
  more: Partial<OperationStep<'user_deposit_order_create'>> = {},
): Step[] => [
  {
    action: 'user_deposit_order_create',
    as: actor,
    input: { amount },
    keep: { deposit: (data) => data.marker, account: (data) => data.accountNumber },
    ...more,
  },
  { sandbox: 'pay', method: 'POST', query: { account: '{{account}}' }, name: 'Pay into the account' },
];

/** Waits until the wallet holds this much. */
export const balanceOf = (actor: string, amount: number, { setup }: { setup?: boolean } = {}): Step => ({
  action: 'user_wallet_get_info',
  as: actor,
  ...(setup ? { setup } : {}),
  arguments: { amount: String(amount) },
  until: (data, { amount }) => data.balance >= Number(amount),
});

export const wallet: readonly Step[] = [
  ...deposit('ada', 50_000),
  balanceOf('ada', 50_000),
  { action: 'user_deposit_order_fetch', as: 'ada', input: { rqtp: 'all' } },
  { action: 'user_transfer_check_receiver', as: 'ada', input: { rqtype: 'email', rqvalue: emailOf('bayo') } },
  { action: 'user_transfer_quote', as: 'ada', input: { email: emailOf('bayo'), amount: 1500 } },
  {
    action: 'user_transfer_create',
    as: 'ada',
    input: { email: emailOf('bayo'), amount: 1500, messge: 'Lunch', pinc: '2580' },
    first: [
      '1,500 Naira in the wallet: `user_deposit_order_create`',
      'the transaction PIN, where the account has one: `user_passcode_update`',
    ],
    keep: { transfer: (data) => data.transact },
  },
  { action: 'user_bank_fetch', as: 'ada', input: { account: '0123456785' } },
  { action: 'user_bank_resolve', as: 'ada', input: { code: 'gtbank', account: '0123456785' } },
  {
    action: 'user_payee_create',
    as: 'ada',
    input: { kind: 'bank', label: 'Rent', code: 'gtbank', account: '0123456785' },
    keep: { payee: (data) => data.MKID },
  },
  { action: 'user_payee_fetch', as: 'ada', input: { rqtp: 'name', rqvl: 'rent' } },
  { action: 'user_payee_update', as: 'ada', input: { reqv: '{{payee}}', label: 'Rent, landlord' } },
  { action: 'user_payout_quote', as: 'ada', input: { code: 'gtbank', amount: 1_500 } },
  {
    action: 'user_payout_create',
    as: 'ada',
    input: { payee: '{{payee}}', amount: 1_500, messge: 'Rent of November', pinc: '2580' },
    keep: { payout: (data) => data.transact },
  },
  { action: 'user_payout_fetch', as: 'ada', input: { rqtp: 'mk', rqvl: '{{payout}}' } },
  { action: 'user_payout_receipt', as: 'ada', input: { trid: '{{payout}}' } },
  { action: 'user_payee_remove', as: 'ada', input: { reqv: '{{payee}}' } },
  { action: 'user_transfer_fetch', as: 'ada', input: { rqtp: 'sender', rqvl: '{{ada_userid}}' } },
  { action: 'user_transfer_receipt', as: 'ada', input: { trid: '{{transfer}}' } },
  { action: 'user_wallet_history', as: 'ada', input: { rqtp: 'all' }, first: ['a movement of the wallet'] },
  { action: 'user_wallet_activity', as: 'ada', first: ['a movement of the wallet'] },
  { action: 'user_wallet_statement', as: 'ada', input: { from: '{{today}}', to: '{{today}}', format: 'csv' } },
];

const enough = (amount: string) => [
  `${amount} Naira in the wallet: \`user_deposit_order_create\``,
  'the transaction PIN, where the account has one: `user_passcode_update`',
];

export const paying: readonly Step[] = [
  { action: 'service_category_fetch', as: 'ada' },
  { action: 'service_biller_fetch', as: 'ada', input: { rqtp: 'owner', rqvl: electricity.category } },
  { action: 'service_biller_item_fetch', as: 'ada', input: { rqtp: 'owner', rqvl: electricity.billerId } },
  {
    action: 'service_customer_verify',
    as: 'ada',
    input: { pcode: electricity.paymentCode, ctmid: electricity.customerId },
  },
  {
    action: 'service_quote_fetch',
    as: 'ada',
    input: {
      amount: electricity.amount,
      billerId: electricity.billerId,
      category: electricity.category,
      itemId: electricity.itemId,
    },
  },
  { action: 'service_airtime_purchase', as: 'ada', input: { ...airtime, pinc: '2580' }, first: enough('500') },
  {
    action: 'service_bill_payment',
    as: 'ada',
    input: { ...electricity, pinc: '2580' },
    first: enough('2,100'),
    keep: { purchase: (data) => data.orderId },
  },
  {
    action: 'service_transaction_fetch',
    as: 'ada',
    input: { rqtp: 'user', rqvl: '{{ada_userid}}' },
    until: (data) => data.every((purchase) => purchase.status === 'completed'),
    first: ['a purchase: `service_bill_payment`'],
  },
  { action: 'service_receipt_fetch', as: 'ada', input: { trid: '{{purchase}}' } },
];
