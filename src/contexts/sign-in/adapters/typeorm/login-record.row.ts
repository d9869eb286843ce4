import { Entity, Index } from 'typeorm';
import { IdColumn, PrimaryIdColumn, TextColumn, TimeColumn } from '../../../../platform/database/columns.js';

@Entity('login_record')
@Index('login_record_user', ['userId', 'createdAt'])
@Index('login_record_device', ['userId', 'deviceSerial'])
@Index('login_record_country', ['country', 'userId'])
export class LoginRecordRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('user_id') userId: string;
  @TextColumn('ip', 64) ip: string;
  @TextColumn('city') city: string;
  @TextColumn('country') country: string;
  @TextColumn('device_name') deviceName: string;
  @TextColumn('device_type') deviceType: string;
  @TextColumn('device_serial') deviceSerial: string;
  @TextColumn('outcome', 16) outcome: 'success' | 'failed';
  @TimeColumn('recorded') createdAt: number;
}
