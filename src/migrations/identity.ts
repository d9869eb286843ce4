import { column, SchemaMigration, type TableDefinition } from '../platform/database/schema.js';

const TABLES: readonly TableDefinition[] = [
  {
    name: 'user_account',
    columns: [
      column.id(),
      column.text('email'),
      column.text('username'),
      column.text('first_name'),
      column.text('last_name'),
      column.text('phone_number', 32),
      // Null for users who only sign in with Google.
      column.text('password_hash', 255, { isNullable: true }),
      column.flag('email_verified'),
      column.text('reference_id', 8),
      column.id('referrer_id', { isNullable: true }),
      column.flag('is_test'),
      column.text('status', 16),
      column.time('active_at'),
      column.time('recorded'),
      column.time('devices_trusted_from', { default: 0 }),
      // Null until the first login with Google.
      column.text('google_sub', 255, { isNullable: true }),
      column.flag('phone_verified', { default: 0 }),
      column.flag('identity_verified', { default: 0 }),
      // The number that the account proved, of one account at a time.
      column.text('proved_phone', 32, { isNullable: true }),
      // Until when nothing is spent after a reset.
      column.time('cooling_off_until', { default: 0 }),
      column.text('credential_seal', 64, { isNullable: true }),
      column.text('account_seal', 64, { isNullable: true }),
      // Sealed with the account, so that a PIN is missed whose row is taken away.
      column.flag('has_pin', { default: 0 }),
      // What an address beyond ASCII looks like; one in ASCII is its own skeleton.
      column.text('email_skeleton', 255, { isNullable: true }),
    ],
    primaryKey: ['id'],
    unique: { reference: ['reference_id'], email: ['email'], proved_phone: ['proved_phone'], email_skeleton: ['email_skeleton'] },
    indexes: {
      referrer: ['referrer_id'],
      recorded: ['recorded'],
      phone: ['phone_number', 'recorded'],
      status: ['status', 'recorded'],
      test: ['is_test'],
    },
  },
  {
    name: 'user_name_word',
    columns: [column.id('user_id'), column.text('word', 64), column.time('recorded')],
    primaryKey: ['user_id', 'word'],
    indexes: { word: ['word', 'recorded'] },
  },
  {
    name: 'password_history',
    columns: [column.id(), column.id('user_id'), column.text('password_hash')],
    primaryKey: ['id'],
    indexes: { user: ['user_id', 'id'] },
  },
  {
    name: 'session',
    columns: [
      column.id(),
      column.id('user_id'),
      column.text('public_key', 64),
      // Encrypted, with the session's id as associated data.
      column.text('secret'),
      // JSON array of {secret, until}: replaced secrets that are valid a little longer, encrypted alike.
      column.longText('previous'),
      column.text('device_serial'),
      column.text('device_type'),
      column.text('device_name'),
      column.longText('grants', { isNullable: true }),
      column.time('expires'),
      column.time('recorded'),
      column.text('ip', 64, { default: '' }),
      column.id('login_id', { isNullable: true }),
      column.time('active_at', { default: 0 }),
      column.count('rotation', { default: 0 }),
      column.text('mac', 64, { default: '' }),
    ],
    primaryKey: ['id'],
    unique: { device: ['user_id', 'device_serial'], key: ['public_key'] },
    indexes: { expires: ['expires'], active: ['active_at'] },
  },
  {
    name: 'transaction_pin',
    columns: [
      column.id('user_id'),
      column.id('pin_id'),
      column.longText('sealed_hash'),
      column.count('failures'),
      column.time('locked_until'),
      // Whether it is of before a reset.
      column.flag('ended', { default: 0 }),
      column.text('pin_seal', 64, { isNullable: true }),
    ],
    primaryKey: ['user_id'],
  },
  {
    name: 'mailed_code',
    columns: [
      column.text('email'),
      // confirm | reset | update | any
      column.text('slot', 16),
      // The code is derived from it.
      column.id(),
      column.text('purposes', 64),
      column.count('tries'),
      // JSON: tries by hashed network.
      column.longText('network_tries'),
      column.flag('used'),
      column.count('version'),
      column.time('expires'),
    ],
    primaryKey: ['email', 'slot'],
    indexes: { expires: ['expires'] },
  },
  {
    name: 'code_mailing',
    columns: [
      column.text('email'),
      // JSON array of {at, network}: the codes sent to this address within the hour.
      column.longText('sent'),
      column.count('version'),
      column.time('last_at'),
    ],
    primaryKey: ['email'],
    indexes: { last: ['last_at'] },
  },
  // ID tokens of Google that were accepted.
  {
    name: 'used_id_token',
    columns: [column.text('digest', 64), column.time('expires')],
    primaryKey: ['digest'],
    indexes: { expires: ['expires'] },
  },
  {
    name: 'login_record',
    columns: [
      column.id(),
      column.id('user_id'),
      column.text('ip', 64),
      column.text('city'),
      column.text('country'),
      column.text('device_name'),
      column.text('device_type'),
      column.text('device_serial'),
      column.text('outcome', 16),
      column.time('recorded'),
    ],
    primaryKey: ['id'],
    indexes: { user: ['user_id', 'recorded'], device: ['user_id', 'device_serial'], country: ['country', 'user_id'] },
  },
  {
    name: 'account_closing',
    columns: [column.id('user_id'), column.time('closes_at'), column.time('recorded')],
    primaryKey: ['user_id'],
    indexes: { due: ['closes_at'] },
  },
];

/** Accounts with their sessions, passwords, PINs, codes and logins. */
export class IdentitySchema extends SchemaMigration {
  readonly name = 'IdentitySchema1700000000002';
  readonly tables = TABLES;
}
