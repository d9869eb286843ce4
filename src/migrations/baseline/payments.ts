import type { FrozenTable } from '../../platform/database/table-definition.js';

/** Deposits, transfers, purchases and payouts, with what is sold and who is paid. */
export const PAYMENTS_TABLES: readonly FrozenTable[] = [
  {
    name: 'deposit_order',
    columns: `
      id varchar(40) NOT NULL, user_id varchar(40) NOT NULL, provider varchar(40) NOT NULL, amount_kobo bigint NOT NULL,
      status varchar(16) NOT NULL, slot bigint, account_number varchar(32) NOT NULL, account_name varchar(255) NOT NULL,
      bank_name varchar(255) NOT NULL, expires_at bigint NOT NULL, received_kobo bigint NOT NULL DEFAULT 0,
      cost_kobo bigint NOT NULL DEFAULT 0, next_query_at bigint, queries bigint NOT NULL DEFAULT 0,
      recorded bigint NOT NULL, order_seal varchar(64),
      PRIMARY KEY (id)`,
    unique: { slot: ['user_id', 'slot'] },
    indexes: {
      account: ['provider', 'account_number', 'recorded'],
      number: ['account_number', 'user_id'],
      query: ['next_query_at', 'id'],
      end: ['status', 'expires_at', 'id'],
      status: ['status', 'recorded'],
      recorded: ['recorded'],
      user: ['user_id', 'recorded'],
    },
  },
  {
    name: 'deposit_payment',
    columns: `
      id varchar(40) NOT NULL, provider varchar(40) NOT NULL, transaction_id varchar(100) NOT NULL,
      order_id varchar(40) NOT NULL, account_number varchar(32) NOT NULL, amount_kobo bigint NOT NULL,
      payer_name varchar(255) NOT NULL, provider_reference varchar(100) NOT NULL DEFAULT '',
      payer_bank varchar(255) NOT NULL DEFAULT '', payer_account varchar(40) NOT NULL DEFAULT '',
      narration varchar(255) NOT NULL DEFAULT '', session_id varchar(100) NOT NULL DEFAULT '',
      reason varchar(255) NOT NULL DEFAULT '', received_at bigint NOT NULL DEFAULT 0, cost_kobo bigint NOT NULL DEFAULT 0,
      late_cost_kobo bigint NOT NULL DEFAULT 0, late_cost_id varchar(40) NOT NULL DEFAULT '',
      reversal_id varchar(40) NOT NULL DEFAULT '', settlement varchar(16) NOT NULL DEFAULT '',
      settlement_id varchar(40) NOT NULL DEFAULT '', assigned_to varchar(40) NOT NULL DEFAULT '',
      returned_from varchar(64) NOT NULL DEFAULT '', debt varchar(16) NOT NULL DEFAULT '',
      debtor_id varchar(40) NOT NULL DEFAULT '', debt_id varchar(40) NOT NULL DEFAULT '', settled_at bigint,
      recorded bigint NOT NULL,
      PRIMARY KEY (id)`,
    unique: { transaction: ['provider', 'transaction_id'] },
    indexes: {
      debt: ['debt', 'recorded'],
      recorded: ['provider', 'recorded'],
      account: ['account_number', 'recorded'],
      received: ['provider', 'received_at'],
      reference: ['provider', 'provider_reference'],
      suspense: ['order_id', 'recorded'],
      order: ['order_id'],
    },
  },
  {
    name: 'sandbox_deposit_account',
    columns: `
      account_number varchar(10) NOT NULL, reference varchar(40) NOT NULL, account_name varchar(255) NOT NULL,
      amount_kobo bigint NOT NULL, expires_at bigint NOT NULL, recorded bigint NOT NULL,
      PRIMARY KEY (account_number)`,
    unique: { reference: ['reference'] },
  },
  {
    name: 'sandbox_payment',
    columns: `
      transaction_id varchar(100) NOT NULL, account_number varchar(32) NOT NULL, amount_kobo bigint NOT NULL,
      payer_name varchar(255) NOT NULL, reversed_at bigint, recorded bigint NOT NULL,
      PRIMARY KEY (transaction_id)`,
    indexes: { account: ['account_number'] },
  },
  {
    name: 'transfer',
    columns: `
      id varchar(40) NOT NULL, sender_id varchar(40) NOT NULL, receiver_id varchar(40) NOT NULL,
      receiver_email varchar(255) NOT NULL, amount_kobo bigint NOT NULL, charges text, note varchar(255) NOT NULL,
      status varchar(16) NOT NULL, recorded bigint NOT NULL,
      PRIMARY KEY (id)`,
    indexes: { receiver: ['receiver_id', 'recorded'], sender: ['sender_id', 'recorded'] },
  },
  {
    name: 'service_category',
    columns: `
      id varchar(40) NOT NULL, provider varchar(40) NOT NULL, status varchar(16) NOT NULL, sort_order bigint NOT NULL,
      recorded bigint NOT NULL, category_id varchar(64) NOT NULL, name varchar(255) NOT NULL,
      description varchar(255) NOT NULL, icon_url varchar(255) NOT NULL,
      PRIMARY KEY (id)`,
    unique: { category: ['category_id'] },
  },
  {
    name: 'biller',
    columns: `
      id varchar(40) NOT NULL, provider varchar(40) NOT NULL, status varchar(16) NOT NULL, sort_order bigint NOT NULL,
      recorded bigint NOT NULL, biller_id varchar(64) NOT NULL, category_id varchar(64) NOT NULL,
      name varchar(255) NOT NULL, short_name varchar(255) NOT NULL, type varchar(32) NOT NULL,
      narration varchar(255) NOT NULL, network_id varchar(32) NOT NULL, product_code varchar(64) NOT NULL,
      pay_product_id varchar(64) NOT NULL, customer_label varchar(255) NOT NULL, detail_label varchar(255) NOT NULL,
      logo_url varchar(255) NOT NULL, surcharge_kobo bigint NOT NULL, support_email varchar(255) NOT NULL,
      PRIMARY KEY (id)`,
    unique: { biller: ['biller_id'] },
  },
  {
    name: 'biller_item',
    columns: `
      id varchar(40) NOT NULL, provider varchar(40) NOT NULL, status varchar(16) NOT NULL, sort_order bigint NOT NULL,
      recorded bigint NOT NULL, item_id varchar(96) NOT NULL, biller_id varchar(64) NOT NULL, name varchar(255) NOT NULL,
      code varchar(64) NOT NULL, payment_code varchar(64) NOT NULL, kind varchar(16) NOT NULL,
      delivers_pin smallint NOT NULL, is_fixed smallint NOT NULL, minimum_kobo bigint NOT NULL,
      maximum_kobo bigint NOT NULL, fee_kobo bigint NOT NULL, commission_type varchar(16) NOT NULL,
      commission_value bigint NOT NULL, customer_label varchar(255) NOT NULL, validation_type varchar(32) NOT NULL,
      validation_params varchar(255) NOT NULL, payment_item_id varchar(64) NOT NULL, picture_id varchar(64) NOT NULL,
      ussd_short_code varchar(32) NOT NULL, description varchar(255) NOT NULL, updated bigint NOT NULL,
      PRIMARY KEY (id)`,
    unique: { item: ['item_id'] },
  },
  {
    name: 'route',
    columns: `
      id varchar(40) NOT NULL, provider varchar(40) NOT NULL, payment_code varchar(64) NOT NULL,
      item_id varchar(96) NOT NULL, biller_id varchar(64) NOT NULL, is_fixed smallint NOT NULL,
      minimum_kobo bigint NOT NULL, maximum_kobo bigint NOT NULL, commission_type varchar(16) NOT NULL,
      commission_value bigint NOT NULL, offer text NOT NULL, is_listed smallint NOT NULL, is_on smallint NOT NULL,
      position bigint, is_linked_by_staff smallint NOT NULL, recorded bigint NOT NULL,
      PRIMARY KEY (id)`,
    unique: { offer: ['provider', 'payment_code'] },
    indexes: { recorded: ['recorded'], provider: ['provider', 'recorded'], item: ['item_id', 'recorded'] },
  },
  {
    name: 'catalogue_sync',
    columns: `provider varchar(40) NOT NULL, synced_at bigint NOT NULL, revision varchar(40) NOT NULL, PRIMARY KEY (provider)`,
  },
  {
    name: 'provider_float',
    columns: `
      provider varchar(40) NOT NULL, balance_kobo bigint NOT NULL, low_since bigint, read_at bigint NOT NULL,
      PRIMARY KEY (provider)`,
  },
  {
    name: 'customer_verification',
    columns: `
      user_id varchar(40) NOT NULL, payment_code varchar(64) NOT NULL, customer_id varchar(64) NOT NULL,
      customer text NOT NULL, expires bigint NOT NULL,
      PRIMARY KEY (user_id, payment_code, customer_id)`,
    indexes: { expires: ['expires'] },
  },
  {
    name: 'purchase',
    columns: `
      id varchar(40) NOT NULL, user_id varchar(40) NOT NULL, kind varchar(16) NOT NULL, category_id varchar(64) NOT NULL,
      biller_id varchar(64) NOT NULL, biller_name varchar(255) NOT NULL, item_id varchar(96) NOT NULL,
      item_name varchar(255) NOT NULL, payment_code varchar(64) NOT NULL, reference varchar(64) NOT NULL,
      delivers_pin smallint NOT NULL, customer_id varchar(64) NOT NULL, customer_name varchar(255) NOT NULL,
      customer_address varchar(255) NOT NULL, customer_email varchar(255) NOT NULL, customer_mobile varchar(32) NOT NULL,
      amount_kobo bigint NOT NULL, charges text, commission_kobo bigint NOT NULL, status varchar(16) NOT NULL,
      response_code varchar(64) NOT NULL, response_message varchar(255) NOT NULL, details text NOT NULL,
      sealed_deliverables text, queries bigint NOT NULL, next_query_at bigint, recorded bigint NOT NULL, settled_at bigint,
      PRIMARY KEY (id)`,
    indexes: {
      status: ['status', 'recorded'],
      recorded: ['recorded'],
      due: ['next_query_at'],
      customer: ['customer_id', 'user_id'],
      user: ['user_id', 'recorded'],
    },
  },
  {
    name: 'purchase_attempt',
    columns: `
      id varchar(40) NOT NULL, purchase_id varchar(40) NOT NULL, attempt_no bigint NOT NULL, provider varchar(40) NOT NULL,
      reference varchar(64) NOT NULL, payment_code varchar(64) NOT NULL, state varchar(16) NOT NULL,
      raw_code varchar(64) NOT NULL, raw_message varchar(255) NOT NULL, recorded bigint NOT NULL,
      PRIMARY KEY (id)`,
    unique: { reference: ['provider', 'reference'], purchase: ['purchase_id', 'attempt_no'] },
    indexes: { recorded: ['provider', 'recorded'], ours: ['reference'] },
  },
  {
    name: 'purchase_answer',
    columns: `
      id varchar(40) NOT NULL, purchase_id varchar(40) NOT NULL, attempt_id varchar(40) NOT NULL,
      provider_call varchar(16) NOT NULL, outcome varchar(64) NOT NULL, code varchar(64) NOT NULL,
      message varchar(255) NOT NULL, http_status bigint, provider_reference varchar(100) NOT NULL DEFAULT '',
      recorded bigint NOT NULL,
      PRIMARY KEY (id)`,
    indexes: { theirs: ['provider_reference'], purchase: ['purchase_id', 'recorded'] },
  },
  {
    name: 'biller_trade',
    columns: `
      biller_id varchar(64) NOT NULL, transactions bigint NOT NULL DEFAULT 0, revenue_kobo bigint NOT NULL DEFAULT 0,
      volume_kobo bigint NOT NULL DEFAULT 0,
      PRIMARY KEY (biller_id)`,
  },
  {
    name: 'user_trade',
    columns: `
      user_id varchar(40) NOT NULL, purchases bigint NOT NULL DEFAULT 0, volume_kobo bigint NOT NULL DEFAULT 0,
      referrals bigint NOT NULL DEFAULT 0, referral_bonus_kobo bigint NOT NULL DEFAULT 0,
      PRIMARY KEY (user_id)`,
  },
  {
    name: 'sandbox_purchase',
    columns: `
      reference varchar(64) NOT NULL, payment_code varchar(64) NOT NULL, customer_id varchar(64) NOT NULL,
      amount_kobo bigint NOT NULL, state varchar(16) NOT NULL, deliveries bigint NOT NULL DEFAULT 0, decides_at bigint,
      reverses_at bigint, recorded bigint NOT NULL,
      PRIMARY KEY (reference)`,
    indexes: { reverses: ['reverses_at'] },
  },
  {
    name: 'purchase_raw_answer',
    columns: `
      id varchar(40) NOT NULL, purchase_id varchar(40) NOT NULL, attempt_id varchar(40) NOT NULL, sealed_body text NOT NULL,
      recorded bigint NOT NULL,
      PRIMARY KEY (id)`,
    indexes: { purchase: ['purchase_id'] },
  },
  {
    name: 'payout',
    columns: `
      id varchar(40) NOT NULL, user_id varchar(40) NOT NULL, bank_code varchar(32) NOT NULL,
      bank_name varchar(255) NOT NULL, account varchar(16) NOT NULL, account_name varchar(255) NOT NULL,
      reference varchar(64) NOT NULL, amount_kobo bigint NOT NULL, charged_kobo bigint NOT NULL, charges text,
      note varchar(255) NOT NULL, status varchar(16) NOT NULL, response_code varchar(64) NOT NULL,
      response_message varchar(255) NOT NULL, session_id varchar(64) NOT NULL, cost_kobo bigint NOT NULL,
      queries bigint NOT NULL, next_query_at bigint, recorded bigint NOT NULL, settled_at bigint,
      PRIMARY KEY (id)`,
    indexes: {
      session: ['session_id'],
      status: ['status', 'recorded'],
      recorded: ['recorded'],
      due: ['next_query_at'],
      account: ['account', 'bank_code', 'recorded'],
      user: ['user_id', 'recorded'],
    },
  },
  {
    name: 'payout_attempt',
    columns: `
      id varchar(40) NOT NULL, payout_id varchar(40) NOT NULL, attempt_no bigint NOT NULL, provider varchar(40) NOT NULL,
      reference varchar(64) NOT NULL, bank_code varchar(64) NOT NULL, state varchar(16) NOT NULL,
      raw_code varchar(64) NOT NULL, raw_message varchar(255) NOT NULL, submit_at bigint, approved_at bigint,
      recorded bigint NOT NULL,
      PRIMARY KEY (id)`,
    unique: { reference: ['provider', 'reference'], payout: ['payout_id', 'attempt_no'] },
    indexes: { recorded: ['provider', 'recorded'], ours: ['reference'] },
  },
  {
    name: 'payout_answer',
    columns: `
      id varchar(40) NOT NULL, payout_id varchar(40) NOT NULL, attempt_id varchar(40) NOT NULL,
      provider_call varchar(16) NOT NULL, outcome varchar(64) NOT NULL, code varchar(64) NOT NULL,
      message varchar(255) NOT NULL, http_status bigint, provider_reference varchar(100) NOT NULL DEFAULT '',
      recorded bigint NOT NULL,
      PRIMARY KEY (id)`,
    indexes: { theirs: ['provider_reference'], payout: ['payout_id', 'recorded'] },
  },
  {
    name: 'payout_recipient',
    columns: `
      provider varchar(40) NOT NULL, bank_code varchar(16) NOT NULL, account varchar(10) NOT NULL,
      recipient varchar(99) NOT NULL, recorded bigint NOT NULL, recipient_seal varchar(64),
      PRIMARY KEY (provider, bank_code, account)`,
    unique: { recipient: ['provider', 'recipient'] },
  },
  {
    name: 'bank',
    columns: `
      code varchar(48) NOT NULL, name varchar(120) NOT NULL, kind varchar(16) NOT NULL, nip_code varchar(8) NOT NULL,
      recorded bigint NOT NULL,
      PRIMARY KEY (code)`,
  },
  {
    name: 'bank_match',
    columns: `
      provider varchar(40) NOT NULL, provider_code varchar(64) NOT NULL, bank_code varchar(48) NOT NULL,
      listed_name varchar(120) NOT NULL, matched_by varchar(8) NOT NULL, listed_at bigint NOT NULL, gone_at bigint,
      match_seal varchar(64),
      PRIMARY KEY (provider, provider_code)`,
  },
  {
    name: 'bank_sync',
    columns: `provider varchar(40) NOT NULL, synced_at bigint NOT NULL, PRIMARY KEY (provider)`,
  },
  {
    name: 'bank_outage',
    columns: `bank_code varchar(48) NOT NULL, failed_at varchar(80) NOT NULL, PRIMARY KEY (bank_code)`,
  },
  {
    name: 'resolved_account',
    columns: `
      user_id varchar(40) NOT NULL, bank_code varchar(48) NOT NULL, account varchar(16) NOT NULL,
      name varchar(160) NOT NULL, resolved_at bigint NOT NULL, name_seal varchar(64),
      PRIMARY KEY (user_id, bank_code, account)`,
    indexes: { resolved: ['resolved_at'] },
  },
  {
    name: 'sandbox_payout',
    columns: `
      reference varchar(64) NOT NULL, bank_code varchar(64) NOT NULL, account varchar(16) NOT NULL,
      amount_kobo bigint NOT NULL, state varchar(16) NOT NULL, payments bigint NOT NULL DEFAULT 0, recorded bigint NOT NULL,
      PRIMARY KEY (reference)`,
    indexes: { recorded: ['recorded'] },
  },
  {
    name: 'payout_paid_account',
    columns: `
      id varchar(40) NOT NULL, user_id varchar(40) NOT NULL, bank_code varchar(32) NOT NULL, account varchar(16) NOT NULL,
      last_payout_id varchar(40) NOT NULL,
      PRIMARY KEY (id)`,
    unique: { user: ['user_id', 'bank_code', 'account'] },
  },
  {
    name: 'purchase_bought_item',
    columns: `
      id varchar(40) NOT NULL, user_id varchar(40) NOT NULL, item_id varchar(96) NOT NULL, customer_id varchar(64) NOT NULL,
      last_purchase_id varchar(40) NOT NULL,
      PRIMARY KEY (id)`,
    unique: { user: ['user_id', 'item_id', 'customer_id'] },
  },
];
