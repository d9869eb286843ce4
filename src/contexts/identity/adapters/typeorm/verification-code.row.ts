import { Entity, Index, PrimaryColumn } from 'typeorm';
import { CountColumn, FlagColumn, IdColumn, TextColumn, TimeColumn } from '../../../../platform/database/columns.js';

@Entity('verification_code')
@Index('verification_code_expires', ['expires'])
export class VerificationCodeRow {
  @PrimaryColumn({ name: 'email', type: 'varchar', length: 255 }) email: string;
  @IdColumn('id') id: string;
  @TextColumn('digest', 64) digest: string;
  @CountColumn('tries') tries: number;
  @FlagColumn('used') used: boolean;
  @TextColumn('sent') sent: string;
  @TimeColumn('expires') expires: number;
}
