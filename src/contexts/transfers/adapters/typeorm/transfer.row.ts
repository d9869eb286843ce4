import { Entity, Index } from 'typeorm';
import type { Kobo } from '../../../../kernel/money.js';
import {
  IdColumn,
  KoboColumn,
  LongTextColumn,
  PrimaryIdColumn,
  TextColumn,
  TimeColumn,
} from '../../../../platform/database/columns.js';

@Entity('transfer')
@Index('transfer_sender', ['senderId', 'createdAt'])
@Index('transfer_receiver', ['receiverId', 'createdAt'])
export class TransferRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('sender_id') senderId: string;
  @IdColumn('receiver_id') receiverId: string;
  @TextColumn('receiver_email') receiverEmail: string;
  @KoboColumn('amount_kobo') amountKobo: Kobo;
  @KoboColumn('fee_kobo') feeKobo: Kobo;
  @KoboColumn('duty_kobo', { default: 0 }) dutyKobo: Kobo;
  @TextColumn('tariff', 100, { default: '' }) tariff: string;
  @KoboColumn('vat_kobo', { default: 0 }) vatKobo: Kobo;
  /** JSON; null where there are none, and in rows from before. */
  @LongTextColumn('charges', { nullable: true }) charges: string | null;
  @TextColumn('note') note: string;
  @TextColumn('status', 16) status: 'complete';
  @TimeColumn('recorded') createdAt: number;
}
