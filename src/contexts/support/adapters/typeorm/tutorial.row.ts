import { Entity, Index } from 'typeorm';
import { LongTextColumn, PrimaryIdColumn, TextColumn, TimeColumn } from '../../../../platform/database/columns.js';
import type { Tutorial } from '../../domain/tutorial.js';

@Entity('tutorial')
@Index('tutorial_status', ['status', 'createdAt'])
export class TutorialRow {
  @PrimaryIdColumn() id: string;
  @TextColumn('title') title: string;
  @LongTextColumn('content') content: string;
  @TextColumn('video_url', 1000) videoUrl: string;
  @TextColumn('cover_url', 1000) coverUrl: string;
  @TextColumn('status', 16) status: Tutorial['status'];
  @TimeColumn('recorded') createdAt: number;
}
