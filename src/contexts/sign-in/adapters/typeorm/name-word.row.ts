import { Entity, Index, PrimaryColumn } from 'typeorm';
import { PrimaryIdColumn, TimeColumn } from '../../../../platform/database/columns.js';

/** A word of a user's names; `createdAt` is the user's, so that users are listed by it. */
@Entity('user_name_word')
@Index('user_name_word_word', ['word', 'createdAt'])
export class NameWordRow {
  @PrimaryIdColumn('user_id') userId: string;
  @PrimaryColumn({ name: 'word', type: 'varchar', length: 64 }) word: string;
  @TimeColumn('recorded') createdAt: number;
}
