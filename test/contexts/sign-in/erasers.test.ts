import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Erasers } from '../../../src/contexts/accounts/closing.js';
import { Eraser } from '../../../src/kernel/records.js';
import { newId } from '../../../src/kernel/ids.js';
import { Contributions } from '../../../src/kernel/registry.js';
import { Database } from '../../../src/platform/database/database.js';
import { startApp, type TestApp } from '../../support/app.js';
import { provider } from '../analytics/support.js';

/** Why rows stay that have the id, the address or a device of a user whose account was closed. */
const KEPT: Readonly<Record<string, string>> = {
  ledger_account: 'records of payments, which the law keeps for seven years',
  posting: 'records of payments',
  ledger_hold: 'records of payments',
  ledger_block: 'which money of the wallet is blocked, as the law orders it',
  money_request: 'records of payments',
  deposit_order: 'records of payments',
  deposit_payment: 'records of payments',
  safeguarding_block: 'the ends of a list of wallets, by which balances of that day are proved',
  user_trade: 'sums of the purchases that are kept',
  proposal: 'corrections of money and of who a user is, which the law keeps with it',
  proposal_participant: 'a member of staff who decides corrections of money',
  staff_profile: 'a member of staff who answers for what they did',
  staff_audit: 'what a member of staff did',
  staff_case: 'a member of staff who has something to do',
  staff_case_note: 'a member of staff who wrote a note',
  staff_read: 'what a member of staff read, for 400 days',
  test_user: 'nobody: an account of staff for tests',
  user_account: 'CompleteClosing takes the person out of it, last of all',
  user_name_word: 'CompleteClosing removes them with the names',
  password_history: 'CompleteClosing removes it with the password',
  login_record: 'CompleteClosing removes them when the erasers have read the devices',
  account_closing: 'CompleteClosing removes it at the end',
  session: 'ends when the closing begins',
  push_registration: 'ends when the closing begins',
  push_delivery: 'loses its text when it was sent, and is removed after 30 days',
  file_usage: 'a number of bytes',
  file_download: 'ends after five minutes',
  counted_user: 'the id, so that statistics count nobody twice',
  active_user: 'the id, so that statistics count nobody twice',
};

/** Columns of ids that are those of no user. */
const OTHER_IDS = new Set(
  `attempt_id claimed_by digest endpoint_id faq_id file_id id journal_id last_payout_id late_cost_id login_id order_id partner payer_account payout_id pin_id provider
   purchase_id reconciliation_id reference registration_id reversal_id revision run_id session_id settlement_id statement_id subject
   ticket_id webhook_id writer`.split(/\s+/),
);

/** A text of which an eraser either leaves all or nothing. */
const MARK = 'personal';
/** What these columns must hold for a row to be one of the user's. */
const GIVEN: Readonly<Record<string, string>> = {
  'file.directory': '',
  'file.status': 'active',
  'file.extension': 'pdf',
  'ticket_message.attachments': '[]',
};

/** Columns that stay in rows of which the rest is erased. */
const LEFT: Readonly<Record<string, string>> = {
  file: 'content name reason',
  identity_verification: 'number_digest type',
  purchase:
    'biller_id biller_name category_id customer_id item_id item_name kind payment_code reference response_code response_message status',
  payout: 'account account_name bank_code bank_name reference response_code response_message session_id status',
  transfer: 'note status',
};

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
}

const isId = ({ type }: Column) => type === 'varchar(40)';
const isUserId = (column: Column) =>
  isId(column) &&
  (!OTHER_IDS.has(column.name) || ['user_account.id', 'ledger_account.id'].includes(`${column.table}.${column.name}`));
const isAddress = ({ table, name }: Column) => /(^|_)email$/.test(name) && table !== 'biller';
const isDevice = ({ name }: Column) => name === 'device_serial';

describe('Erasers', () => {
  let service: TestApp;
  let columns: readonly Column[];
  let named: readonly string[];
  beforeAll(async () => {
    service = await startApp('sqlite');
    columns = await service.app.get(Database).rows<Column>(
      `SELECT t.name AS "table", c.name AS name, c.type AS type FROM sqlite_master t JOIN pragma_table_info(t.name) c
         WHERE t.type = 'table'`,
    );
    named = provider(service, Contributions)
      .of(Eraser)
      .flatMap(({ tables }) => tables);
  });
  afterAll(() => service.close());

  it('name each table with the id, address or device of a user that there is no reason to keep', () => {
    const ofUsers = columns.filter((column) => isUserId(column) || isAddress(column) || isDevice(column));
    const tables = [...new Set(ofUsers.map(({ table }) => table))];
    expect([...named, ...Object.keys(KEPT)].toSorted()).toEqual(tables.toSorted());
  });

  it('leave nothing of a user in the tables that they name, but what payments need', async () => {
    const database = service.app.get(Database);
    const subject = { userId: newId(), email: 'erased@example.com', deviceSerials: ['erased-device'] };
    const ticket = newId();
    const given: Readonly<Record<string, string>> = { ...GIVEN, 'ticket.id': ticket, 'ticket_message.ticket_id': ticket };
    const valueOf = (column: Column): string | number => {
      if (isUserId(column)) return subject.userId;
      if (isAddress(column)) return subject.email;
      if (isDevice(column)) return subject.deviceSerials[0]!;
      const text = isId(column) ? newId() : MARK;
      return given[`${column.table}.${column.name}`] ?? (/char|text/.test(column.type) ? text : 0);
    };
    for (const table of named) {
      const own = columns.filter((column) => column.table === table);
      const names = own.map(({ name }) => `"${name}"`);
      await database.rows(
        `INSERT INTO ${table} (${names.join()}) VALUES (${names.map(() => '?').join()})`,
        own.map((column) => valueOf(column)),
      );
    }
    await provider(service, Erasers).erase(subject);

    const left: Record<string, string> = {};
    for (const table of named)
      for (const row of await database.rows<Record<string, unknown>>(`SELECT * FROM ${table}`)) {
        const personal = [MARK, subject.email, subject.deviceSerials[0]];
        const columnsLeft = Object.keys(row).filter((name) => personal.includes(row[name] as string));
        left[table] = columnsLeft.toSorted().join(' ');
      }
    expect(left).toEqual(LEFT);
  });
});
