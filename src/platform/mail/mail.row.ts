import { Entity, Index } from 'typeorm';
import type { MailClass } from '../../kernel/mail.js';
import { Sealed } from '../crypto/sealed-columns.js';
import { CountColumn, LongTextColumn, PrimaryIdColumn, TextColumn, TimeColumn } from '../database/columns.js';

@Entity('mail')
@Index('mail_key', ['key'], { unique: true })
@Index('mail_state', ['state', 'createdAt'])
export class MailRow {
  @PrimaryIdColumn() id: string;
  @TextColumn('mail_key', 191) key: string;
  /** Encrypted, because it may carry a code; empty once it was sent. */
  @Sealed() @LongTextColumn('sealed') sealed: string;
  @TextColumn('template', 64) template: string;
  @TextColumn('class', 16, { default: 'other' }) class: MailClass;
  @TextColumn('state', 16) state: 'waiting' | 'sent' | 'failed';
  @CountColumn('attempts', { default: 0 }) attempts: number;
  @TextColumn('last_error', 255, { nullable: true }) lastError: string | null;
  @TimeColumn('recorded') createdAt: number;
  @TimeColumn('sent_at', { nullable: true }) sentAt: number | null;
}
