import { Entity, Index } from 'typeorm';
import { IdColumn, PrimaryIdColumn, TextColumn, TimeColumn } from '../../../../platform/database/columns.js';

@Entity('location_record')
@Index('location_record_user', ['userId', 'createdAt'])
export class LocationRecordRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('user_id') userId: string;
  @TextColumn('ip', 64) ip: string;
  @TextColumn('country_code', 2) countryCode: string;
  @TextColumn('country') country: string;
  @TextColumn('region') region: string;
  @TextColumn('city') city: string;
  @TextColumn('time_zone', 64) timeZone: string;
  /** `latitude,longitude` in degrees, or empty. */
  @TextColumn('coordinates', 32) coordinates: string;
  @TextColumn('network_operator', 255, { default: '' }) networkOperator: string;
  @TextColumn('device_serial') deviceSerial: string;
  @TimeColumn('recorded') createdAt: number;
}
