import type { MigrationInterface, QueryRunner } from 'typeorm';
import { column, createTable } from '../platform/database/schema.js';

/** Staff profiles and invitations. */
export class Staff0010 implements MigrationInterface {
  readonly name = 'Staff1700000000010';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'staff_profile',
      columns: [
        column.id(),
        column.text('email'),
        column.text('first_name'),
        column.text('last_name'),
        column.text('agent_name', 64),
        column.text('tracking_id', 32),
        column.longText('grants'),
        // invited | active | inactive
        column.text('status', 16),
        // A digest; null once the registration id is used.
        column.text('registration_digest', 64, { isNullable: true }),
        column.time('registration_expires', { isNullable: true }),
        // Encrypted.
        column.text('totp_secret'),
        column.time('recorded'),
      ],
      primaryKey: ['id'],
      unique: {
        email: ['email'],
        agent: ['agent_name'],
        tracking: ['tracking_id'],
        registration: ['registration_digest'],
      },
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('staff_profile');
  }
}
