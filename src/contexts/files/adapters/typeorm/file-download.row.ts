import { Entity, Index, PrimaryColumn } from 'typeorm';
import { IdColumn, TimeColumn } from '../../../../platform/database/columns.js';

@Entity('file_download')
@Index('file_download_file', ['fileId'])
@Index('file_download_expires', ['expires'])
export class FileDownloadRow {
  @PrimaryColumn({ name: 'digest', type: 'varchar', length: 64 }) digest: string;
  @IdColumn('file_id') fileId: string;
  @IdColumn('user_id') userId: string;
  @IdColumn('session_id') sessionId: string;
  @TimeColumn('expires') expires: number;
}
