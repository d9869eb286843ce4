import type { FrozenTable } from '../../platform/database/table-definition.js';

/** Jobs, mails, webhooks, files, logs and figures. */
export const SERVICE_TABLES: readonly FrozenTable[] = [
  {
    name: 'outbox',
    columns: `
      id varchar(40) NOT NULL, name varchar(64) NOT NULL, subject varchar(64) NOT NULL DEFAULT '', data text NOT NULL,
      recorded bigint NOT NULL, queued_at bigint NOT NULL DEFAULT 0,
      PRIMARY KEY (id)`,
    indexes: { subject: ['subject', 'id'], queued: ['queued_at', 'id'] },
  },
  {
    name: 'job',
    columns: `
      id varchar(40) NOT NULL, name varchar(64) NOT NULL, job_key varchar(191) NOT NULL, data text NOT NULL,
      state varchar(16) NOT NULL, run_at bigint NOT NULL, attempts bigint NOT NULL DEFAULT 0,
      crashes bigint NOT NULL DEFAULT 0, last_error text, recorded bigint NOT NULL,
      claimed_by varchar(40) NOT NULL DEFAULT '',
      PRIMARY KEY (id)`,
    unique: { key: ['name', 'job_key'] },
    indexes: { due: ['name', 'state', 'run_at'] },
  },
  {
    name: 'lease',
    columns: `
      name varchar(64) NOT NULL, holder varchar(64) NOT NULL, until bigint NOT NULL, done_at bigint NOT NULL DEFAULT 0,
      PRIMARY KEY (name)`,
  },
  {
    name: 'mail',
    columns: `
      id varchar(40) NOT NULL, mail_key varchar(191) NOT NULL, sealed text NOT NULL, template varchar(64) NOT NULL,
      class varchar(16) NOT NULL DEFAULT 'other', state varchar(16) NOT NULL, attempts bigint NOT NULL DEFAULT 0,
      last_error varchar(255), recorded bigint NOT NULL, sent_at bigint,
      PRIMARY KEY (id)`,
    unique: { key: ['mail_key'] },
    indexes: { state: ['state', 'recorded'] },
  },
  {
    name: 'fault',
    columns: `
      reference varchar(8) NOT NULL, action varchar(64) NOT NULL, status bigint NOT NULL, failure varchar(64) NOT NULL,
      error varchar(128) NOT NULL, place varchar(255) NOT NULL, recorded bigint NOT NULL,
      PRIMARY KEY (reference)`,
    indexes: { recorded: ['recorded'] },
  },
  {
    name: 'sandbox_clock',
    columns: `id varchar(40) NOT NULL, ahead_ms bigint NOT NULL, PRIMARY KEY (id)`,
  },
  {
    name: 'backup_number',
    columns: `
      number bigint NOT NULL, backup varchar(64) NOT NULL, place varchar(1024) NOT NULL, begun_at bigint NOT NULL,
      finished_at bigint NOT NULL DEFAULT 0, failed_at bigint NOT NULL DEFAULT 0,
      PRIMARY KEY (number)`,
  },
  {
    name: 'notice',
    columns: `
      user_id varchar(40) NOT NULL, recorded bigint NOT NULL, id varchar(40) NOT NULL, subject varchar(255) NOT NULL,
      message text NOT NULL,
      PRIMARY KEY (user_id, recorded, id)`,
  },
  {
    name: 'push_registration',
    columns: `
      id varchar(40) NOT NULL, user_id varchar(40) NOT NULL, session_id varchar(40) NOT NULL,
      token_type varchar(64) NOT NULL, push_token varchar(512) NOT NULL, channel_id varchar(255) NOT NULL,
      status varchar(16) NOT NULL, recorded bigint NOT NULL,
      PRIMARY KEY (id)`,
    unique: { token: ['push_token'] },
    indexes: { session: ['session_id'], user: ['user_id', 'recorded'] },
  },
  {
    name: 'push_delivery',
    columns: `
      id varchar(40) NOT NULL, message_key varchar(191) NOT NULL, registration_id varchar(40) NOT NULL,
      user_id varchar(40) NOT NULL, title varchar(255) NOT NULL, body text NOT NULL, state varchar(16) NOT NULL,
      ticket varchar(255), registered bigint NOT NULL DEFAULT 0, reason varchar(255), recorded bigint NOT NULL,
      PRIMARY KEY (id)`,
    unique: { message: ['message_key', 'registration_id'] },
    indexes: { recorded: ['recorded'], state: ['state', 'id'] },
  },
  {
    name: 'staff_alert',
    columns: `
      id varchar(40) NOT NULL, description text NOT NULL, mailed_at bigint NOT NULL, recorded bigint NOT NULL,
      PRIMARY KEY (id)`,
    indexes: { mailed: ['mailed_at', 'recorded'] },
  },
  {
    name: 'visitor_log',
    columns: `
      id varchar(40) NOT NULL, day varchar(10) NOT NULL, ip varchar(64) NOT NULL, country_code varchar(3) NOT NULL,
      country varchar(255) NOT NULL, region varchar(255) NOT NULL, city varchar(255) NOT NULL,
      device_name varchar(255) NOT NULL, device_type varchar(255) NOT NULL, device_serial varchar(255) NOT NULL,
      device_kind varchar(16) NOT NULL, recorded bigint NOT NULL,
      PRIMARY KEY (id)`,
    unique: { once: ['day', 'ip'] },
    indexes: { figures: ['day', 'country_code', 'device_kind'], device: ['device_serial'], recorded: ['recorded'] },
  },
  {
    name: 'ad_log',
    columns: `
      id varchar(40) NOT NULL, day varchar(10) NOT NULL, ad_id varchar(255) NOT NULL, source_id varchar(255) NOT NULL,
      country varchar(255) NOT NULL, city varchar(255) NOT NULL, device_name varchar(255) NOT NULL,
      device_type varchar(255) NOT NULL, device_serial varchar(255) NOT NULL, recorded bigint NOT NULL,
      PRIMARY KEY (id)`,
    unique: { once: ['day', 'ad_id', 'device_serial'] },
    indexes: { device: ['device_serial'], recorded: ['recorded'] },
  },
  {
    name: 'statistic',
    columns: `
      span varchar(5) NOT NULL, start_day varchar(10) NOT NULL, country_code varchar(3) NOT NULL,
      new_users bigint NOT NULL DEFAULT 0, new_visitors bigint NOT NULL DEFAULT 0, active_users bigint NOT NULL DEFAULT 0,
      new_products bigint NOT NULL DEFAULT 0, purchases bigint NOT NULL DEFAULT 0, completed bigint NOT NULL DEFAULT 0,
      volume_kobo bigint NOT NULL DEFAULT 0, revenue_kobo bigint NOT NULL DEFAULT 0, mobiles bigint NOT NULL DEFAULT 0,
      computers bigint NOT NULL DEFAULT 0,
      PRIMARY KEY (span, start_day, country_code)`,
    indexes: { country: ['span', 'country_code', 'start_day'] },
  },
  {
    name: 'counted_user',
    columns: `user_id varchar(40) NOT NULL, day varchar(10) NOT NULL, country_code varchar(3) NOT NULL, PRIMARY KEY (user_id)`,
    indexes: { day: ['day', 'country_code'] },
  },
  {
    name: 'counted_purchase',
    columns: `
      purchase_id varchar(40) NOT NULL, day varchar(10) NOT NULL, country_code varchar(3) NOT NULL,
      completed bigint NOT NULL, volume_kobo bigint NOT NULL, revenue_kobo bigint NOT NULL,
      PRIMARY KEY (purchase_id)`,
    indexes: { day: ['day'] },
  },
  {
    name: 'active_user',
    columns: `
      span varchar(5) NOT NULL, start_day varchar(10) NOT NULL, user_id varchar(40) NOT NULL,
      PRIMARY KEY (span, start_day, user_id)`,
  },
  {
    name: 'webhook',
    columns: `
      id varchar(40) NOT NULL, direction varchar(16) NOT NULL, partner varchar(40) NOT NULL, event_id varchar(128) NOT NULL,
      event varchar(64) NOT NULL, payload text NOT NULL, status varchar(16) NOT NULL, attempts bigint NOT NULL DEFAULT 0,
      manual_retries bigint NOT NULL DEFAULT 0, is_manual smallint NOT NULL DEFAULT 0,
      next_attempt_at bigint NOT NULL DEFAULT 0, last_error varchar(255) NOT NULL, recorded bigint NOT NULL,
      subject varchar(64), sequence_no bigint,
      PRIMARY KEY (id)`,
    unique: { sequence: ['partner', 'subject', 'sequence_no'], event: ['partner', 'event_id'] },
    indexes: {
      partner: ['partner', 'recorded'],
      status: ['status', 'recorded'],
      recorded: ['recorded'],
      due: ['status', 'direction', 'partner', 'next_attempt_at', 'id'],
    },
  },
  {
    name: 'webhook_attempt',
    columns: `
      id varchar(40) NOT NULL, webhook_id varchar(40) NOT NULL, number bigint NOT NULL, is_manual smallint NOT NULL,
      outcome varchar(16) NOT NULL, error varchar(255) NOT NULL, http_status bigint NOT NULL, duration_ms bigint NOT NULL,
      recorded bigint NOT NULL,
      PRIMARY KEY (id)`,
    unique: { number: ['webhook_id', 'number'] },
  },
  {
    name: 'webhook_endpoint',
    columns: `
      id varchar(40) NOT NULL, url varchar(1000) NOT NULL, events text NOT NULL, description varchar(1000) NOT NULL,
      status varchar(16) NOT NULL, strikes bigint NOT NULL DEFAULT 0, secret varchar(255) NOT NULL,
      previous_secret varchar(255), previous_until bigint NOT NULL DEFAULT 0, batch bigint NOT NULL DEFAULT 1,
      batch_no bigint, position bigint, misses bigint NOT NULL DEFAULT 0, retry_at bigint NOT NULL DEFAULT 0,
      recorded bigint NOT NULL, endpoint_seal varchar(64),
      PRIMARY KEY (id)`,
    indexes: { status: ['status'], recorded: ['recorded'] },
  },
  {
    name: 'staff_audit',
    columns: `
      id varchar(40) NOT NULL, staff_id varchar(40) NOT NULL, action varchar(64) NOT NULL, subject varchar(128) NOT NULL,
      before_change text, after_change text, ip varchar(64) NOT NULL, recorded bigint NOT NULL,
      PRIMARY KEY (id)`,
    indexes: {
      subject: ['subject', 'recorded'],
      action: ['action', 'recorded'],
      staff: ['staff_id', 'recorded'],
      recorded: ['recorded'],
    },
  },
  {
    name: 'staff_read',
    columns: `
      id varchar(40) NOT NULL, staff_id varchar(40) NOT NULL, action varchar(64) NOT NULL, subject varchar(128) NOT NULL,
      parameters text NOT NULL, ip varchar(64) NOT NULL, recorded bigint NOT NULL,
      PRIMARY KEY (id)`,
    indexes: {
      action: ['action', 'recorded'],
      subject: ['subject', 'recorded'],
      staff: ['staff_id', 'recorded'],
      recorded: ['recorded'],
    },
  },
  {
    name: 'file',
    columns: `
      id varchar(40) NOT NULL, user_id varchar(40) NOT NULL, directory varchar(32) NOT NULL, name varchar(32) NOT NULL,
      file_name varchar(255) NOT NULL, extension varchar(8) NOT NULL, size_bytes bigint NOT NULL,
      sha256 varchar(64) NOT NULL, status varchar(16) NOT NULL, content varchar(16) NOT NULL,
      has_thumbnail smallint NOT NULL, reason varchar(255) NOT NULL, crashes bigint NOT NULL DEFAULT 0,
      processed_at bigint NOT NULL, due_at bigint NOT NULL, recorded bigint NOT NULL,
      PRIMARY KEY (id)`,
    unique: { name: ['name'] },
    indexes: { due: ['due_at'], directory: ['directory', 'recorded'], user: ['user_id', 'recorded'] },
  },
  {
    name: 'file_usage',
    columns: `user_id varchar(40) NOT NULL, used_bytes bigint NOT NULL, PRIMARY KEY (user_id)`,
    checks: { not_below_zero: 'used_bytes >= 0' },
  },
  {
    name: 'file_download',
    columns: `
      digest varchar(64) NOT NULL, file_id varchar(40) NOT NULL, user_id varchar(40) NOT NULL,
      session_id varchar(40) NOT NULL, expires bigint NOT NULL,
      PRIMARY KEY (digest)`,
    indexes: { expires: ['expires'], file: ['file_id'] },
  },
  {
    name: 'budget_spending',
    columns: `
      id varchar(64) NOT NULL, budget varchar(64) NOT NULL, subject varchar(255) NOT NULL,
      subject_hash varchar(64) NOT NULL DEFAULT '', spent bigint NOT NULL, began_at bigint NOT NULL,
      last_at bigint NOT NULL, refused_at bigint NOT NULL, blocked_until bigint NOT NULL, ends_at bigint NOT NULL,
      PRIMARY KEY (id)`,
    indexes: { blocked: ['blocked_until'], subject: ['subject_hash'], ends: ['ends_at'] },
  },
  {
    name: 'system_log',
    columns: `
      id varchar(40) NOT NULL, log_key varchar(191) NOT NULL, kind varchar(16) NOT NULL, description text NOT NULL,
      status varchar(16) NOT NULL, recorded bigint NOT NULL,
      PRIMARY KEY (id)`,
    unique: { key: ['log_key'] },
    indexes: { status: ['status', 'recorded'], kind: ['kind', 'recorded'], recorded: ['recorded'] },
  },
  {
    name: 'provider_switch',
    columns: `
      provider varchar(40) NOT NULL, is_on smallint NOT NULL, reason varchar(255) NOT NULL, changed_at bigint NOT NULL,
      PRIMARY KEY (provider)`,
  },
  {
    name: 'webhook_gap',
    columns: `
      id varchar(40) NOT NULL, endpoint_id varchar(40) NOT NULL, after_batch_no bigint NOT NULL,
      after_position bigint NOT NULL, until_batch_no bigint, until_position bigint, recorded bigint NOT NULL,
      PRIMARY KEY (id)`,
    indexes: { endpoint: ['endpoint_id'] },
  },
];
