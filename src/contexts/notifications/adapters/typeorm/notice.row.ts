import { Entity } from 'typeorm';
import { LongTextColumn, PrimaryIdColumn, PrimaryTimeColumn, TextColumn } from '../../../../platform/database/columns.js';

@Entity('notice')
export class NoticeRow {
  @PrimaryIdColumn('user_id') userId: string;
  @PrimaryTimeColumn('recorded') createdAt: number;
  @PrimaryIdColumn() id: string;
  @TextColumn('subject') subject: string;
  @LongTextColumn('message') message: string;
}
