import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { column, createTable } from '../platform/database/schema.js';

/** Addresses that give a file once. */
export class FileDownloads0071 implements MigrationInterface {
  readonly name = 'FileDownloads1700000000071';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'file_download',
      columns: [
        column.text('digest', 64),
        column.id('file_id'),
        column.id('user_id'),
        column.id('session_id'),
        column.time('expires'),
      ],
      primaryKey: ['digest'],
      indexes: { file: ['file_id'], expires: ['expires'] },
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('file_download');
  }
}
