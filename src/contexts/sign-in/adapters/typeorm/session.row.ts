import { Entity, Index } from 'typeorm';
import { Keyed, Sealed } from '../../../../platform/crypto/sealed-columns.js';
import {
  CountColumn,
  IdColumn,
  LongTextColumn,
  PrimaryIdColumn,
  TextColumn,
  TimeColumn,
} from '../../../../platform/database/columns.js';

import { sealedAnew } from './session-seal.js';

/** When a replaced secret stopped, or will stop, to be valid. */
export interface PreviousSecret {
  readonly rotation: number;
  readonly until: number;
}

@Entity('session')
@Index('session_key', ['publicKey'], { unique: true })
@Index('session_device', ['userId', 'deviceSerial'], { unique: true })
@Index('session_expires', ['expires'])
@Index('session_active', ['activeAt'])
export class SessionRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('user_id') userId: string;
  @TextColumn('public_key', 64) publicKey: string;
  /** The seed, encrypted. */
  @Sealed() @TextColumn('secret') secret: string;
  @CountColumn('rotation', { default: 0 }) rotation: number;
  @LongTextColumn('previous') previous: string;
  @TextColumn('device_serial') deviceSerial: string;
  @TextColumn('device_type') deviceType: string;
  @TextColumn('device_name') deviceName: string;
  @TextColumn('ip', 64, { default: '' }) ip: string;
  @IdColumn('login_id', { nullable: true }) loginId: string | null;
  @LongTextColumn('grants', { nullable: true }) grants: string | null;
  @TimeColumn('expires') expires: number;
  @TimeColumn('recorded') createdAt: number;
  @TimeColumn('active_at', { default: 0 }) activeAt: number;
  @Keyed(sealedAnew) @TextColumn('mac', 64, { default: '' }) mac: string;
}
