import type { MigrationInterface, QueryRunner } from 'typeorm';
import { column, createTable } from '../platform/database/schema.js';

/** Verification codes by purpose. `verification_code` stays for processes of the version before; its codes are not accepted any more. */
export class Codes0028 implements MigrationInterface {
  readonly name = 'Codes1700000000028';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
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
    });
    await createTable(runner, {
      name: 'code_mailing',
      // JSON array of {at, network}: the codes sent to this address within the hour.
      columns: [column.text('email'), column.longText('sent'), column.count('version'), column.time('last_at')],
      primaryKey: ['email'],
      indexes: { last: ['last_at'] },
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['code_mailing', 'mailed_code']) await runner.dropTable(table);
  }
}
