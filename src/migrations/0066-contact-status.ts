import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

/** Contact forms that nobody closed, the oldest first. */
export class ContactStatus0066 implements MigrationInterface {
  readonly name = 'ContactStatus1700000000066';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createIndex(
      'contact_form',
      new TableIndex({ name: 'contact_form_status', columnNames: ['status', 'recorded'] }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('contact_form', 'contact_form_status');
  }
}
