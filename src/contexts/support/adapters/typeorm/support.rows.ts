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
import type { ContactStatus, FeedbackStatus } from '../../domain/contact.js';
import type { TicketCategory, TicketParty, TicketPriority, TicketStatus } from '../../domain/ticket.js';
import type { Tutorial } from '../../domain/tutorial.js';

@Entity('contact_form')
@Index('contact_form_recorded', ['createdAt'])
@Index('contact_form_email', ['email'])
@Index('contact_form_status', ['status', 'createdAt'])
export class ContactFormRow {
  @PrimaryIdColumn() id: string;
  @TextColumn('name') name: string;
  @TextColumn('email') email: string;
  @TextColumn('subject') subject: string;
  @LongTextColumn('message') message: string;
  @TextColumn('ip', 64) ip: string;
  @TextColumn('device_name') deviceName: string;
  @TextColumn('device_type') deviceType: string;
  @TextColumn('device_serial') deviceSerial: string;
  @TextColumn('status', 16) status: ContactStatus;
  @TimeColumn('recorded') createdAt: number;
}

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

@Entity('feedback')
@Index('feedback_recorded', ['createdAt'])
@Index('feedback_user', ['userId'])
@Index('feedback_status', ['status', 'createdAt'])
export class FeedbackRow {
  @PrimaryIdColumn() id: string;
  /** As claimed by the sender; may be empty. */
  @IdColumn('user_id') userId: string;
  @LongTextColumn('message') message: string;
  @TextColumn('ip', 64) ip: string;
  @TextColumn('device_name') deviceName: string;
  @TextColumn('device_type') deviceType: string;
  @TextColumn('device_serial') deviceSerial: string;
  @TextColumn('status', 16) status: FeedbackStatus;
  @TimeColumn('recorded') createdAt: number;
}

@Entity('ticket')
@Index('ticket_reference', ['reference'], { unique: true })
@Index('ticket_user', ['userId', 'createdAt'])
@Index('ticket_status', ['status', 'createdAt'])
@Index('ticket_recorded', ['createdAt'])
export class TicketRow {
  @PrimaryIdColumn() id: string;
  @TextColumn('reference', 32) reference: string;
  @IdColumn('user_id') userId: string;
  @TextColumn('subject') subject: string;
  @TextColumn('category', 16) category: TicketCategory;
  @TextColumn('priority', 16) priority: TicketPriority;
  @TextColumn('status', 16) status: TicketStatus;
  @CountColumn('responses') responses: number;
  @TimeColumn('recorded') createdAt: number;
  @TimeColumn('updated_at') updatedAt: number;
}

@Entity('ticket_message')
@Index('ticket_message_position', ['ticketId', 'position'], { unique: true })
export class TicketMessageRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('ticket_id') ticketId: string;
  /** From 0, which is the ticket's first message. */
  @CountColumn('position') position: number;
  @TextColumn('party', 16) from: TicketParty;
  @IdColumn('author_id') authorId: string;
  @LongTextColumn('text') text: string;
  @LongTextColumn('attachments') attachments: string;
  @TimeColumn('recorded') createdAt: number;
}

@Entity('ticket_counter')
export class TicketCounterRow {
  @PrimaryColumn({ name: 'lagos_day', type: 'varchar', length: 10 }) day: string;
  @CountColumn('last_number') lastNumber: number;
}

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
