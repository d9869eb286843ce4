import { Entity, Index, PrimaryColumn } from 'typeorm';
import {
  CountColumn,
  FlagColumn,
  IdColumn,
  LongTextColumn,
  PrimaryIdColumn,
  TextColumn,
  TimeColumn,
} from '../../../../platform/database/columns.js';

/** Question and answer are stored HTML-encoded. */
@Entity('faq')
@Index('faq_question', ['questionDigest'], { unique: true })
@Index('faq_status', ['status', 'createdAt'])
@Index('faq_in_category', ['category', 'status', 'createdAt'])
export class FaqRow {
  @PrimaryIdColumn() id: string;
  @TextColumn('question', 2000) question: string;
  /** Unique among active FAQs; null once removed. */
  @TextColumn('question_digest', 64, { nullable: true }) questionDigest: string | null;
  @LongTextColumn('answer') answer: string;
  @TextColumn('category', 64) category: string;
  @TextColumn('status', 16) status: 'active' | 'removed';
  @CountColumn('helpful_count') helpfulCount: number;
  @TimeColumn('recorded') createdAt: number;
}

@Entity('faq_category')
export class FaqCategoryRow {
  @PrimaryColumn({ name: 'id', type: 'varchar', length: 64 }) id: string;
  @TextColumn('name') name: string;
  @TextColumn('description') description: string;
  @TextColumn('icon', 64) icon: string;
  @CountColumn('position') position: number;
}

@Entity('faq_rating')
@Index('faq_rating_recorded', ['faqId', 'createdAt'])
@Index('faq_rating_owner', ['userId'])
@Index('faq_rating_user', ['faqId', 'userId'], { unique: true })
export class FaqRatingRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('faq_id') faqId: string;
  @IdColumn('user_id') userId: string;
  @FlagColumn('helpful') isHelpful: boolean;
  @LongTextColumn('feedback') feedback: string;
  @TimeColumn('recorded') createdAt: number;
}

/** A JSON array of unix ms: the user's toggles of the last minute. */
@Entity('faq_toggle')
export class FaqToggleRow {
  @PrimaryIdColumn('user_id') userId: string;
  @TextColumn('times') times: string;
}
