import type { FrozenTable } from '../../platform/database/table-definition.js';

/** Users and staff, how they sign in, and what they ask. */
export const PEOPLE_TABLES: readonly FrozenTable[] = [
  {
    name: 'user_account',
    columns: `
      id varchar(40) NOT NULL, email varchar(255) NOT NULL, email_skeleton varchar(255), username varchar(255) NOT NULL,
      first_name varchar(255) NOT NULL, last_name varchar(255) NOT NULL, phone_number varchar(32) NOT NULL,
      password_hash varchar(255), google_sub varchar(255), email_verified smallint NOT NULL,
      phone_verified smallint NOT NULL DEFAULT 0, proved_phone varchar(32), identity_verified smallint NOT NULL DEFAULT 0,
      verified_numbers varchar(16) NOT NULL DEFAULT '', reference_id varchar(8) NOT NULL, referrer_id varchar(40),
      is_test smallint NOT NULL, has_pin smallint NOT NULL DEFAULT 0, status varchar(16) NOT NULL,
      devices_trusted_from bigint NOT NULL DEFAULT 0, cooling_off_until bigint NOT NULL DEFAULT 0,
      active_at bigint NOT NULL, recorded bigint NOT NULL, credential_seal varchar(64), account_seal varchar(64),
      PRIMARY KEY (id)`,
    unique: { proved_phone: ['proved_phone'], reference: ['reference_id'], email_skeleton: ['email_skeleton'], email: ['email'] },
    indexes: {
      status: ['status', 'recorded'],
      test: ['is_test'],
      phone: ['phone_number', 'recorded'],
      recorded: ['recorded'],
      referrer: ['referrer_id'],
    },
  },
  {
    name: 'user_name_word',
    columns: `user_id varchar(40) NOT NULL, word varchar(64) NOT NULL, recorded bigint NOT NULL, PRIMARY KEY (user_id, word)`,
    indexes: { word: ['word', 'recorded'] },
  },
  {
    name: 'password_history',
    columns: `id varchar(40) NOT NULL, user_id varchar(40) NOT NULL, password_hash varchar(255) NOT NULL, PRIMARY KEY (id)`,
    indexes: { user: ['user_id', 'id'] },
  },
  {
    name: 'session',
    columns: `
      id varchar(40) NOT NULL, user_id varchar(40) NOT NULL, public_key varchar(64) NOT NULL, secret varchar(255) NOT NULL,
      rotation bigint NOT NULL DEFAULT 0, previous text NOT NULL, device_serial varchar(255) NOT NULL,
      device_type varchar(255) NOT NULL, device_name varchar(255) NOT NULL, ip varchar(64) NOT NULL DEFAULT '',
      login_id varchar(40), grants text, expires bigint NOT NULL, recorded bigint NOT NULL,
      active_at bigint NOT NULL DEFAULT 0, new_device_from bigint NOT NULL DEFAULT 0,
      new_device_until bigint NOT NULL DEFAULT 0, mac varchar(64) NOT NULL DEFAULT '',
      PRIMARY KEY (id)`,
    unique: { device: ['user_id', 'device_serial'], key: ['public_key'] },
    indexes: { active: ['active_at'], expires: ['expires'] },
  },
  {
    name: 'transaction_pin',
    columns: `
      user_id varchar(40) NOT NULL, pin_id varchar(40) NOT NULL, sealed_hash text NOT NULL,
      ended smallint NOT NULL DEFAULT 0, failures bigint NOT NULL, locked_until bigint NOT NULL, pin_seal varchar(64),
      PRIMARY KEY (user_id)`,
  },
  {
    name: 'mailed_code',
    columns: `
      email varchar(255) NOT NULL, slot varchar(16) NOT NULL, id varchar(40) NOT NULL, purposes varchar(64) NOT NULL,
      tries bigint NOT NULL, network_tries text NOT NULL, used smallint NOT NULL, version bigint NOT NULL,
      expires bigint NOT NULL,
      PRIMARY KEY (email, slot)`,
    indexes: { expires: ['expires'] },
  },
  {
    name: 'code_mailing',
    columns: `
      email varchar(255) NOT NULL, sent text NOT NULL, version bigint NOT NULL, last_at bigint NOT NULL,
      PRIMARY KEY (email)`,
    indexes: { last: ['last_at'] },
  },
  {
    name: 'used_id_token',
    columns: `digest varchar(64) NOT NULL, expires bigint NOT NULL, PRIMARY KEY (digest)`,
    indexes: { expires: ['expires'] },
  },
  {
    name: 'login_record',
    columns: `
      id varchar(40) NOT NULL, user_id varchar(40) NOT NULL, ip varchar(64) NOT NULL, city varchar(255) NOT NULL,
      country varchar(255) NOT NULL, device_name varchar(255) NOT NULL, device_type varchar(255) NOT NULL,
      device_serial varchar(255) NOT NULL, outcome varchar(16) NOT NULL, recorded bigint NOT NULL,
      PRIMARY KEY (id)`,
    indexes: { country: ['country', 'user_id'], device: ['user_id', 'device_serial'], user: ['user_id', 'recorded'] },
  },
  {
    name: 'account_closing',
    columns: `user_id varchar(40) NOT NULL, closes_at bigint NOT NULL, recorded bigint NOT NULL, PRIMARY KEY (user_id)`,
    indexes: { due: ['closes_at'] },
  },
  {
    name: 'staff_profile',
    columns: `
      id varchar(40) NOT NULL, user_id varchar(40), email varchar(255) NOT NULL, first_name varchar(255) NOT NULL,
      last_name varchar(255) NOT NULL, phone varchar(32), role varchar(255), department varchar(255), bio text,
      officer_name varchar(255), agent_name varchar(64) NOT NULL, tracking_id varchar(32) NOT NULL, grants text NOT NULL,
      status varchar(16) NOT NULL, registration_digest varchar(64), registration_expires bigint,
      totp_secret varchar(255) NOT NULL, totp_step bigint NOT NULL DEFAULT 0, recorded bigint NOT NULL,
      profile_seal varchar(64),
      PRIMARY KEY (id)`,
    unique: {
      user: ['user_id'],
      registration: ['registration_digest'],
      tracking: ['tracking_id'],
      agent: ['agent_name'],
      email: ['email'],
    },
    indexes: { recorded: ['recorded'] },
  },
  {
    name: 'test_user',
    columns: `
      id varchar(40) NOT NULL, user_id varchar(40) NOT NULL, sealed_password text NOT NULL,
      password_digest varchar(64) NOT NULL, device_type varchar(255) NOT NULL, device_serial varchar(255) NOT NULL,
      device_name varchar(255) NOT NULL, status varchar(16) NOT NULL, recorded bigint NOT NULL,
      PRIMARY KEY (id)`,
    unique: { password: ['password_digest'], user: ['user_id'] },
    indexes: { status: ['status', 'recorded'], recorded: ['recorded'] },
  },
  {
    name: 'location_record',
    columns: `
      id varchar(40) NOT NULL, user_id varchar(40) NOT NULL, ip varchar(64) NOT NULL, country_code varchar(2) NOT NULL,
      country varchar(255) NOT NULL, region varchar(255) NOT NULL, city varchar(255) NOT NULL,
      time_zone varchar(64) NOT NULL, coordinates varchar(32) NOT NULL, network_operator varchar(255) NOT NULL DEFAULT '',
      device_serial varchar(255) NOT NULL, recorded bigint NOT NULL,
      PRIMARY KEY (id)`,
    indexes: { user: ['user_id', 'recorded'] },
  },
  {
    name: 'contact_form',
    columns: `
      id varchar(40) NOT NULL, name varchar(255) NOT NULL, email varchar(255) NOT NULL, subject varchar(255) NOT NULL,
      message text NOT NULL, ip varchar(64) NOT NULL, device_name varchar(255) NOT NULL, device_type varchar(255) NOT NULL,
      device_serial varchar(255) NOT NULL, status varchar(16) NOT NULL, recorded bigint NOT NULL,
      PRIMARY KEY (id)`,
    indexes: { status: ['status', 'recorded'], email: ['email'], recorded: ['recorded'] },
  },
  {
    name: 'feedback',
    columns: `
      id varchar(40) NOT NULL, user_id varchar(40) NOT NULL, message text NOT NULL, ip varchar(64) NOT NULL,
      device_name varchar(255) NOT NULL, device_type varchar(255) NOT NULL, device_serial varchar(255) NOT NULL,
      status varchar(16) NOT NULL, recorded bigint NOT NULL,
      PRIMARY KEY (id)`,
    indexes: { status: ['status', 'recorded'], user: ['user_id'], recorded: ['recorded'] },
  },
  {
    name: 'faq_category',
    columns: `
      id varchar(64) NOT NULL, name varchar(255) NOT NULL, description varchar(255) NOT NULL, icon varchar(64) NOT NULL,
      position bigint NOT NULL,
      PRIMARY KEY (id)`,
  },
  {
    name: 'faq',
    columns: `
      id varchar(40) NOT NULL, question varchar(2000) NOT NULL, question_digest varchar(64), answer text NOT NULL,
      category varchar(64) NOT NULL, status varchar(16) NOT NULL, helpful_count bigint NOT NULL, recorded bigint NOT NULL,
      PRIMARY KEY (id)`,
    unique: { question: ['question_digest'] },
    indexes: { in_category: ['category', 'status', 'recorded'], status: ['status', 'recorded'] },
  },
  {
    name: 'faq_rating',
    columns: `
      id varchar(40) NOT NULL, faq_id varchar(40) NOT NULL, user_id varchar(40) NOT NULL, helpful smallint NOT NULL,
      feedback text NOT NULL, recorded bigint NOT NULL,
      PRIMARY KEY (id)`,
    unique: { user: ['faq_id', 'user_id'] },
    indexes: { owner: ['user_id'], recorded: ['faq_id', 'recorded'] },
  },
  {
    name: 'faq_toggle',
    columns: `user_id varchar(40) NOT NULL, times varchar(255) NOT NULL, PRIMARY KEY (user_id)`,
  },
  {
    name: 'ticket',
    columns: `
      id varchar(40) NOT NULL, reference varchar(32) NOT NULL, user_id varchar(40) NOT NULL, subject varchar(255) NOT NULL,
      category varchar(16) NOT NULL, priority varchar(16) NOT NULL, status varchar(16) NOT NULL, responses bigint NOT NULL,
      recorded bigint NOT NULL, updated_at bigint NOT NULL,
      PRIMARY KEY (id)`,
    unique: { reference: ['reference'] },
    indexes: { recorded: ['recorded'], status: ['status', 'recorded'], user: ['user_id', 'recorded'] },
  },
  {
    name: 'ticket_message',
    columns: `
      id varchar(40) NOT NULL, ticket_id varchar(40) NOT NULL, position bigint NOT NULL, party varchar(16) NOT NULL,
      author_id varchar(40) NOT NULL, text text NOT NULL, attachments text NOT NULL, recorded bigint NOT NULL,
      PRIMARY KEY (id)`,
    unique: { position: ['ticket_id', 'position'] },
  },
  {
    name: 'ticket_counter',
    columns: `lagos_day varchar(10) NOT NULL, last_number bigint NOT NULL, PRIMARY KEY (lagos_day)`,
  },
  {
    name: 'tutorial',
    columns: `
      id varchar(40) NOT NULL, title varchar(255) NOT NULL, content text NOT NULL, video_url varchar(1000) NOT NULL,
      cover_url varchar(1000) NOT NULL, status varchar(16) NOT NULL, recorded bigint NOT NULL,
      PRIMARY KEY (id)`,
    indexes: { status: ['status', 'recorded'] },
  },
  {
    name: 'statement_file',
    columns: `
      id varchar(40) NOT NULL, user_id varchar(40) NOT NULL, state varchar(16) NOT NULL, running_for varchar(40),
      first_day varchar(10) NOT NULL, last_day varchar(10) NOT NULL, format varchar(8) NOT NULL, expires_at bigint NOT NULL,
      recorded bigint NOT NULL,
      PRIMARY KEY (id)`,
    unique: { running: ['running_for'] },
    indexes: { state: ['state', 'expires_at'], user: ['user_id', 'recorded'] },
  },
  {
    name: 'data_export',
    columns: `
      id varchar(40) NOT NULL, user_id varchar(40) NOT NULL, state varchar(16) NOT NULL, running_for varchar(40),
      expires_at bigint NOT NULL, recorded bigint NOT NULL,
      PRIMARY KEY (id)`,
    unique: { running: ['running_for'] },
    indexes: { state: ['state', 'expires_at'], user: ['user_id', 'recorded'] },
  },
  {
    name: 'payee',
    columns: `
      id varchar(40) NOT NULL, user_id varchar(40) NOT NULL, identity varchar(255) NOT NULL, kind varchar(8) NOT NULL,
      label varchar(64) NOT NULL, name varchar(255) NOT NULL, bank_code varchar(48) NOT NULL, account varchar(16) NOT NULL,
      receiver_id varchar(40) NOT NULL, email varchar(254) NOT NULL, biller_id varchar(64) NOT NULL,
      item_id varchar(96) NOT NULL, customer_id varchar(64) NOT NULL, changed_name varchar(160) NOT NULL,
      used bigint NOT NULL, used_at bigint NOT NULL, recorded bigint NOT NULL, payee_seal varchar(64),
      PRIMARY KEY (id)`,
    unique: { identity: ['user_id', 'identity'] },
    indexes: { receiver: ['receiver_id'] },
  },
  {
    name: 'paid_account',
    columns: `
      user_id varchar(40) NOT NULL, bank_code varchar(48) NOT NULL, account varchar(16) NOT NULL, recorded bigint NOT NULL,
      PRIMARY KEY (user_id, bank_code, account)`,
  },
  {
    name: 'staff_case',
    columns: `
      id varchar(128) NOT NULL, kind varchar(32) NOT NULL, record_id varchar(64) NOT NULL, owner_id varchar(40) NOT NULL,
      due_at bigint, recorded bigint NOT NULL,
      PRIMARY KEY (id)`,
    indexes: { kind: ['kind', 'due_at'], due: ['due_at', 'id'], owner: ['owner_id', 'recorded'] },
  },
  {
    name: 'staff_case_note',
    columns: `
      id varchar(40) NOT NULL, case_id varchar(128) NOT NULL, author_id varchar(40) NOT NULL, note text NOT NULL,
      mentions text NOT NULL, recorded bigint NOT NULL,
      PRIMARY KEY (id)`,
    indexes: { case: ['case_id', 'recorded'] },
  },
  {
    name: 'passkey',
    columns: `
      id varchar(40) NOT NULL, user_id varchar(40) NOT NULL, credential_id varchar(700) NOT NULL, public_key text NOT NULL,
      sign_count bigint NOT NULL, transports text NOT NULL, name varchar(64) NOT NULL, used_at bigint,
      recorded bigint NOT NULL, passkey_seal varchar(64),
      PRIMARY KEY (id)`,
    unique: { credential: ['credential_id'] },
    indexes: { user: ['user_id', 'recorded'] },
  },
  {
    name: 'passkey_challenge',
    columns: `
      digest varchar(64) NOT NULL, user_id varchar(40) NOT NULL, purpose varchar(8) NOT NULL, expires bigint NOT NULL,
      PRIMARY KEY (digest)`,
    indexes: { expires: ['expires'], user: ['user_id'] },
  },
  {
    name: 'identity_verification',
    columns: `
      id varchar(40) NOT NULL, user_id varchar(40) NOT NULL, type varchar(8) NOT NULL, status varchar(16) NOT NULL,
      open_for varchar(48), sealed_number text NOT NULL, last_four varchar(4) NOT NULL, number_digest varchar(64) NOT NULL,
      claim varchar(64), sealed_evidence text NOT NULL, is_owner smallint NOT NULL, provider varchar(16) NOT NULL,
      provider_job varchar(64) NOT NULL, tries bigint NOT NULL, next_at bigint, consent_version varchar(16) NOT NULL,
      consent_text text NOT NULL, consent_ip varchar(64) NOT NULL, decided_by varchar(40) NOT NULL,
      verified_at bigint NOT NULL, erased_at bigint NOT NULL, recorded bigint NOT NULL, verification_seal varchar(64),
      PRIMARY KEY (id)`,
    unique: { claim: ['claim'], open: ['open_for'] },
    indexes: {
      erased: ['erased_at'],
      job: ['provider_job'],
      next: ['next_at'],
      recorded: ['recorded'],
      status: ['status', 'recorded'],
      user: ['user_id', 'recorded'],
    },
  },
  {
    name: 'user_device',
    columns: `
      id varchar(40) NOT NULL, user_id varchar(40) NOT NULL, active_for varchar(40), kind varchar(8) NOT NULL,
      name varchar(64) NOT NULL, device_serial varchar(255) NOT NULL, credential_id varchar(700) NOT NULL,
      public_key text NOT NULL, sign_count bigint NOT NULL, transports text NOT NULL, released_at bigint NOT NULL,
      recorded bigint NOT NULL, device_seal varchar(64),
      PRIMARY KEY (id)`,
    unique: { active: ['active_for'] },
    indexes: { user: ['user_id', 'recorded'] },
  },
  {
    name: 'device_challenge',
    columns: `
      id varchar(40) NOT NULL, user_id varchar(40) NOT NULL, digest varchar(64) NOT NULL, is_used smallint NOT NULL,
      expires bigint NOT NULL,
      PRIMARY KEY (id)`,
    indexes: { expires: ['expires'], user: ['user_id', 'expires'] },
  },
  {
    name: 'user_limit',
    columns: `
      user_id varchar(40) NOT NULL, single_kobo bigint, single_raised_kobo bigint, single_raised_at bigint NOT NULL,
      daily_kobo bigint, daily_raised_kobo bigint, daily_raised_at bigint NOT NULL,
      PRIMARY KEY (user_id)`,
  },
];
