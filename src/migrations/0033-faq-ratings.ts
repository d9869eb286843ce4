import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

/** Lists of an FAQ's ratings. */
export class FaqRatings0033 implements MigrationInterface {
  readonly name = 'FaqRatings1700000000033';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createIndex('faq_rating', INDEX);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('faq_rating', INDEX);
  }
}

const INDEX = new TableIndex({ name: 'faq_rating_recorded', columnNames: ['faq_id', 'recorded'] });
