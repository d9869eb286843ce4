import { Entity, Index, PrimaryColumn } from 'typeorm';
import {
  CountColumn,
  FlagColumn,
  IdColumn,
  LongTextColumn,
  TextColumn,
  TimeColumn,
} from '../../../../platform/database/columns.js';
import type { CodeSlot } from '../../domain/verification-code.js';

@Entity('mailed_code')
@Index('mailed_code_expires', ['expires'])
export class MailedCodeRow {
  @PrimaryColumn({ name: 'email', type: 'varchar', length: 255 }) email: string;
  @PrimaryColumn({ name: 'slot', type: 'varchar', length: 16 }) slot: CodeSlot;
  @IdColumn('id') id: string;
  @TextColumn('purposes', 64) purposes: string;
  @CountColumn('tries') tries: number;
  @LongTextColumn('network_tries') networkTries: string;
  @FlagColumn('used') used: boolean;
  @CountColumn('version') version: number;
  @TimeColumn('expires') expires: number;
}

@Entity('code_mailing')
@Index('code_mailing_last', ['lastAt'])
export class CodeMailingRow {
  @PrimaryColumn({ name: 'email', type: 'varchar', length: 255 }) email: string;
  @LongTextColumn('sent') sent: string;
  @CountColumn('version') version: number;
  @TimeColumn('last_at') lastAt: number;
}
