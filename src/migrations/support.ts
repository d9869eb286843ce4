import { column, insertFirst, SchemaMigration, type TableDefinition } from '../platform/database/schema.js';

const TABLES: readonly TableDefinition[] = [
  {
    name: 'contact_form',
    columns: [
      column.id(),
      column.text('name'),
      column.text('email'),
      column.text('subject'),
      column.longText('message'),
      column.text('ip', 64),
      column.text('device_name'),
      column.text('device_type'),
      column.text('device_serial'),
      column.text('status', 16),
      column.time('recorded'),
    ],
    primaryKey: ['id'],
    indexes: { recorded: ['recorded'], email: ['email'], status: ['status', 'recorded'] },
  },
  {
    name: 'feedback',
    columns: [
      column.id(),
      column.id('user_id'),
      column.longText('message'),
      column.text('ip', 64),
      column.text('device_name'),
      column.text('device_type'),
      column.text('device_serial'),
      column.text('status', 16),
      column.time('recorded'),
    ],
    primaryKey: ['id'],
    indexes: { recorded: ['recorded'], status: ['status', 'recorded'], user: ['user_id'] },
  },
  {
    name: 'faq_category',
    columns: [
      column.text('id', 64),
      column.text('name'),
      column.text('description'),
      column.text('icon', 64),
      column.count('position'),
    ],
    primaryKey: ['id'],
  },
  {
    name: 'faq',
    columns: [
      column.id(),
      column.text('question', 2000),
      // Unique among active FAQs; null once removed.
      column.text('question_digest', 64, { isNullable: true }),
      column.longText('answer'),
      column.text('category', 64),
      column.text('status', 16),
      column.count('helpful_count'),
      column.time('recorded'),
    ],
    primaryKey: ['id'],
    unique: { question: ['question_digest'] },
    indexes: { status: ['status', 'recorded'], in_category: ['category', 'status', 'recorded'] },
  },
  {
    name: 'faq_rating',
    columns: [
      column.id(),
      column.id('faq_id'),
      column.id('user_id'),
      column.flag('helpful'),
      column.longText('feedback'),
      column.time('recorded'),
    ],
    primaryKey: ['id'],
    unique: { user: ['faq_id', 'user_id'] },
    indexes: { recorded: ['faq_id', 'recorded'], owner: ['user_id'] },
  },
  {
    name: 'faq_toggle',
    columns: [column.id('user_id'), column.text('times')],
    primaryKey: ['user_id'],
  },
  {
    name: 'ticket',
    columns: [
      column.id(),
      column.text('reference', 32),
      column.id('user_id'),
      column.text('subject'),
      column.text('category', 16),
      column.text('priority', 16),
      // open | in_progress | resolved | closed
      column.text('status', 16),
      column.count('responses'),
      column.time('recorded'),
      column.time('updated_at'),
    ],
    primaryKey: ['id'],
    unique: { reference: ['reference'] },
    indexes: { user: ['user_id', 'recorded'], status: ['status', 'recorded'], recorded: ['recorded'] },
  },
  {
    name: 'ticket_message',
    columns: [
      column.id(),
      column.id('ticket_id'),
      column.count('position'),
      column.text('party', 16),
      column.id('author_id'),
      column.longText('text'),
      column.longText('attachments'),
      column.time('recorded'),
    ],
    primaryKey: ['id'],
    unique: { position: ['ticket_id', 'position'] },
  },
  {
    name: 'ticket_counter',
    columns: [column.text('lagos_day', 10), column.count('last_number')],
    primaryKey: ['lagos_day'],
  },
  {
    name: 'tutorial',
    columns: [
      column.id(),
      column.text('title'),
      column.longText('content'),
      column.text('video_url', 1000),
      column.text('cover_url', 1000),
      // draft | published | archived | removed
      column.text('status', 16),
      column.time('recorded'),
    ],
    primaryKey: ['id'],
    indexes: { status: ['status', 'recorded'] },
  },
];

const CATEGORIES = [
  ['general', 'General', 'What people ask before anything else', 'help-circle'],
  ['account', 'Account', 'Signing up, signing in and your profile', 'user'],
  ['payment', 'Wallet and payments', 'Deposits, transfers, fees and refunds', 'credit-card'],
  ['services', 'Bills and airtime', 'Airtime, data, electricity, television and other bills', 'receipt'],
  ['technical', 'Technical', 'When something does not work', 'tool'],
] as const;

/** Contact forms, feedback, FAQs with their categories and ratings, tickets, and tutorials. */
export class SupportSchema extends SchemaMigration {
  readonly name = 'SupportSchema1700000000014';
  readonly tables = TABLES;

  override readonly rest = [
    ...insertFirst(
      'faq_category',
      CATEGORIES.map(([id, name, description, icon], position) => ({ id, name, description, icon, position })),
    ),
  ];
}
