import { Entity } from 'typeorm';
import { CountColumn, PrimaryIdColumn } from '../../../../../platform/database/columns.js';

/** Numbers the decisions that a member of staff takes part in, so that of two at once the second one sees the first one's amount. */
@Entity('proposal_participant')
export class ProposalParticipantRow {
  @PrimaryIdColumn('user_id') userId: string;
  @CountColumn('decisions', { default: 0 }) decisions: number;
}
