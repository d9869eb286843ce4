import { expect, it } from 'vitest';
import { ContactFormRow } from '../../../src/contexts/support/adapters/typeorm/contact-form.row.js';
import { FaqCategoryRow, FaqRatingRow, FaqRow, FaqToggleRow } from '../../../src/contexts/support/adapters/typeorm/faq.rows.js';
import { FeedbackRow } from '../../../src/contexts/support/adapters/typeorm/feedback.row.js';
import { TicketCounterRow, TicketMessageRow, TicketRow } from '../../../src/contexts/support/adapters/typeorm/ticket.rows.js';
import { TutorialRow } from '../../../src/contexts/support/adapters/typeorm/tutorial.row.js';
import { Support0014 } from '../../../src/migrations/0014-support.js';
import { FaqRatings0033 } from '../../../src/migrations/0033-faq-ratings.js';
import { BACKENDS } from '../../support/backend.js';
import { makeTestDatabase } from '../../support/test-database.js';

const FAQ_ROWS = [FaqRow, FaqCategoryRow, FaqRatingRow, FaqToggleRow];
const TICKET_ROWS = [TicketRow, TicketMessageRow, TicketCounterRow];
const ROWS = [ContactFormRow, FeedbackRow, TutorialRow, ...FAQ_ROWS, ...TICKET_ROWS];

it.each(BACKENDS)('support: migrations match the row classes and revert, on %s', async (backend) => {
  const test = await makeTestDatabase(backend, ROWS, [Support0014, FaqRatings0033]);
  try {
    const { dataSource } = test.database;
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
    await dataSource.undoLastMigration();
    await dataSource.undoLastMigration();
    await expect(test.database.rows('SELECT * FROM ticket')).rejects.toThrow(/ticket/);
  } finally {
    await test.drop();
  }
});
