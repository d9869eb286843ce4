import { Entity, Index } from 'typeorm';
import { LongTextColumn, PrimaryIdColumn, TextColumn, TimeColumn } from '../../../../platform/database/columns.js';
import type { ContactStatus } from '../../domain/contact.js';

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
