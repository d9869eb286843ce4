import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { column } from '../platform/database/schema.js';

/** Who operates the network that a login came from. */
export class NetworkOperators0080 implements MigrationInterface {
  readonly name = 'NetworkOperators1700000000080';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('location_record', new TableColumn(column.text('network_operator', 255, { default: "''" })));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('location_record', 'network_operator');
  }
}
