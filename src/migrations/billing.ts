import { column, insertFirst, SchemaMigration, type TableDefinition } from '../platform/database/schema.js';

const TABLES: readonly TableDefinition[] = [
  {
    name: 'service_category',
    columns: [
      column.id(),
      column.text('category_id', 64),
      column.text('name'),
      column.text('description'),
      column.text('icon_url'),
      // The provider whose list it came from.
      column.id('provider'),
      column.text('status', 16),
      column.count('sort_order'),
      column.time('recorded'),
    ],
    primaryKey: ['id'],
    unique: { category: ['category_id'] },
  },
  {
    name: 'biller',
    columns: [
      column.id(),
      column.text('biller_id', 64),
      column.text('category_id', 64),
      column.text('name'),
      column.text('short_name'),
      column.text('type', 32),
      column.text('narration'),
      column.text('network_id', 32),
      column.text('product_code', 64),
      column.text('pay_product_id', 64),
      column.text('customer_label'),
      column.text('detail_label'),
      column.text('logo_url'),
      column.kobo('surcharge_kobo'),
      column.text('support_email'),
      column.id('provider'),
      column.text('status', 16),
      column.count('sort_order'),
      column.time('recorded'),
    ],
    primaryKey: ['id'],
    unique: { biller: ['biller_id'] },
  },
  {
    name: 'biller_item',
    columns: [
      column.id(),
      column.text('item_id', 96),
      column.text('biller_id', 64),
      column.text('name'),
      column.text('code', 64),
      column.text('payment_code', 64),
      column.text('kind', 16),
      column.flag('delivers_pin'),
      column.flag('is_fixed'),
      // A fixed price is both minimum and maximum.
      column.kobo('minimum_kobo'),
      column.kobo('maximum_kobo'),
      column.kobo('fee_kobo'),
      column.text('commission_type', 16),
      // Basis points for a percentage, kobo for a flat commission.
      column.count('commission_value'),
      column.text('customer_label'),
      column.text('validation_type', 32),
      column.text('validation_params'),
      column.text('payment_item_id', 64),
      column.text('picture_id', 64),
      column.text('ussd_short_code', 32),
      column.text('description'),
      column.time('updated'),
      column.id('provider'),
      column.text('status', 16),
      column.count('sort_order'),
      column.time('recorded'),
    ],
    primaryKey: ['id'],
    unique: { item: ['item_id'] },
  },
  {
    name: 'route',
    columns: [
      column.id(),
      column.id('provider'),
      column.text('payment_code', 64),
      column.text('item_id', 96),
      column.text('biller_id', 64),
      column.flag('is_fixed'),
      column.kobo('minimum_kobo'),
      column.kobo('maximum_kobo'),
      column.text('commission_type', 16),
      column.count('commission_value'),
      // JSON of what the provider lists.
      column.longText('offer'),
      column.flag('is_listed'),
      column.flag('is_on'),
      // Null: by the order of the providers.
      column.count('position', { isNullable: true }),
      column.flag('is_linked_by_staff'),
      column.time('recorded'),
    ],
    primaryKey: ['id'],
    unique: { offer: ['provider', 'payment_code'] },
    indexes: { item: ['item_id', 'recorded'], provider: ['provider', 'recorded'], recorded: ['recorded'] },
  },
  {
    name: 'catalogue_sync',
    columns: [column.id('provider'), column.time('synced_at'), column.id('revision')],
    primaryKey: ['provider'],
  },
  // Our balance with each biller provider, as it was last read.
  {
    name: 'provider_float',
    columns: [
      column.id('provider'),
      column.kobo('balance_kobo'),
      // Null while it is high enough.
      column.time('low_since', { isNullable: true }),
      column.time('read_at'),
    ],
    primaryKey: ['provider'],
  },
  {
    name: 'customer_verification',
    columns: [
      column.id('user_id'),
      column.text('payment_code', 64),
      column.text('customer_id', 64),
      column.longText('customer'),
      column.time('expires'),
    ],
    primaryKey: ['user_id', 'payment_code', 'customer_id'],
    indexes: { expires: ['expires'] },
  },
  {
    name: 'purchase',
    columns: [
      column.id(),
      column.id('user_id'),
      column.text('kind', 16),
      column.text('category_id', 64),
      column.text('biller_id', 64),
      column.text('biller_name'),
      column.text('item_id', 96),
      column.text('item_name'),
      column.text('payment_code', 64),
      column.text('reference', 64),
      column.flag('delivers_pin'),
      column.text('customer_id', 64),
      column.text('customer_name'),
      column.text('customer_address'),
      column.text('customer_email'),
      column.text('customer_mobile', 32),
      column.kobo('amount_kobo'),
      column.kobo('fee_kobo'),
      column.kobo('surcharge_kobo'),
      column.kobo('commission_kobo'),
      column.text('status', 16),
      column.text('response_code', 64),
      column.text('response_message'),
      column.longText('details'),
      // Electricity token or recharge PIN, encrypted; empty where there is none.
      column.longText('sealed_pin'),
      column.count('queries'),
      // When the provider is queried next; null when no query is due.
      column.time('next_query_at', { isNullable: true }),
      column.time('recorded'),
      column.time('settled_at', { isNullable: true }),
      // Id of the tariff of the surcharge.
      column.text('tariff', 100, { default: '' }),
    ],
    primaryKey: ['id'],
    indexes: {
      due: ['next_query_at'],
      user: ['user_id', 'recorded'],
      customer: ['customer_id', 'user_id'],
      recorded: ['recorded'],
      status: ['status', 'recorded'],
    },
  },
  {
    name: 'purchase_attempt',
    columns: [
      column.id(),
      column.id('purchase_id'),
      column.count('attempt_no'),
      column.id('provider'),
      column.text('reference', 64),
      column.text('payment_code', 64),
      column.text('state', 16),
      column.text('raw_code', 64),
      column.text('raw_message'),
      column.time('recorded'),
    ],
    primaryKey: ['id'],
    unique: { purchase: ['purchase_id', 'attempt_no'], reference: ['provider', 'reference'] },
    indexes: { ours: ['reference'], recorded: ['provider', 'recorded'] },
  },
  {
    name: 'purchase_answer',
    columns: [
      column.id(),
      column.id('purchase_id'),
      column.id('attempt_id'),
      // submit, query or resubmit.
      column.text('provider_call', 16),
      column.text('outcome', 64),
      column.text('code', 64),
      column.text('message'),
      // Null where none was received.
      column.count('http_status', { isNullable: true }),
      column.time('recorded'),
      // The provider's own; empty where it named none.
      column.text('provider_reference', 100, { default: '' }),
    ],
    primaryKey: ['id'],
    indexes: { purchase: ['purchase_id', 'recorded'], theirs: ['provider_reference'] },
  },
  // Sums of completed purchases, changed in the same commit as the purchases.
  {
    name: 'biller_trade',
    columns: [
      column.text('biller_id', 64),
      column.count('transactions', { default: 0 }),
      column.kobo('revenue_kobo', { default: 0 }),
      column.kobo('volume_kobo', { default: 0 }),
    ],
    primaryKey: ['biller_id'],
  },
  {
    name: 'user_trade',
    columns: [
      column.id('user_id'),
      column.count('purchases', { default: 0 }),
      column.kobo('volume_kobo', { default: 0 }),
      column.count('referrals', { default: 0 }),
      column.kobo('referral_bonus_kobo', { default: 0 }),
    ],
    primaryKey: ['user_id'],
  },
  {
    name: 'sandbox_purchase',
    columns: [
      column.text('reference', 64),
      column.text('payment_code', 64),
      column.text('customer_id', 64),
      column.kobo('amount_kobo'),
      column.text('state', 16),
      // Asserted by tests to be one at most.
      column.count('deliveries', { default: 0 }),
      // When the sandbox decides or reverses it; null when nothing is due.
      column.time('decides_at', { isNullable: true }),
      column.time('reverses_at', { isNullable: true }),
      column.time('recorded'),
    ],
    primaryKey: ['reference'],
    indexes: { reverses: ['reverses_at'] },
  },
];

/** The catalogue, verifications, purchases with their attempts and counters, and the sandbox provider's own records. */
export class BillingSchema extends SchemaMigration {
  readonly name = 'BillingSchema1700000000006';
  readonly tables = TABLES;

  override readonly rest = [...insertFirst('journal_cursor', [{ consumer: 'billing', batch_no: 0, position: 0 }])];
}
