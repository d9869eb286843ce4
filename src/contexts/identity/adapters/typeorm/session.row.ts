import { Entity, Index } from 'typeorm';
import { Sealed } from '../../../../platform/crypto/sealed-columns.js';
import { IdColumn, LongTextColumn, PrimaryIdColumn, TextColumn, TimeColumn } from '../../../../platform/database/columns.js';

/** Encrypted, valid until this time. */
export interface PreviousSecret {
  readonly secret: string;
  readonly until: number;
}

@Entity('session')
@Index('session_key', ['publicKey'], { unique: true })
@Index('session_device', ['userId', 'deviceSerial'], { unique: true })
@Index('session_expires', ['expires'])
export class SessionRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('user_id') userId: string;
  @TextColumn('public_key', 64) publicKey: string;
  @Sealed() @TextColumn('secret') secret: string;
  @Sealed() @LongTextColumn('previous') previous: string;
  @TextColumn('device_serial') deviceSerial: string;
  @TextColumn('device_type') deviceType: string;
  @TextColumn('device_name') deviceName: string;
  @LongTextColumn('grants', { nullable: true }) grants: string | null;
  @TimeColumn('expires') expires: number;
  @TimeColumn('recorded') createdAt: number;
}
