import { addIndexes, dropIndexes } from '../platform/database/schema.js';
import { SteppedMigration } from '../platform/database/stepped-migration.js';

const INDEXES = { name: 'proposal', indexes: { proposer: ['proposed_by', 'recorded'] } };

/** Lists the proposals of one member of staff. */
export class ProposalsOfAMaker0141 extends SteppedMigration {
  readonly name = 'ProposalsOfAMaker1700000000141';
  readonly steps = addIndexes(INDEXES);
  readonly undo = dropIndexes(INDEXES);
}
