import { Check, Entity, Index, PrimaryColumn } from 'typeorm';
import {
  CountColumn,
  FlagColumn,
  IdColumn,
  PrimaryIdColumn,
  TextColumn,
  TimeColumn,
} from '../../../../platform/database/columns.js';
import type { FileStatus } from '../../domain/stored-file.js';

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

@Entity('file')
@Index('file_name', ['name'], { unique: true })
@Index('file_user', ['userId', 'createdAt'])
@Index('file_directory', ['directory', 'createdAt'])
@Index('file_due', ['dueAt'])
export class FileRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('user_id') userId: string;
  @TextColumn('directory', 32) directory: string;
  @TextColumn('name', 32) name: string;
  @TextColumn('file_name') fileName: string;
  @TextColumn('extension', 8) extension: string;
  @CountColumn('size_bytes') sizeBytes: number;
  @TextColumn('sha256', 64) sha256: string;
  @TextColumn('status', 16) status: FileStatus;
  @TextColumn('content', 16) content: 'original' | 'clean';
  @FlagColumn('has_thumbnail') hasThumbnail: boolean;
  @TextColumn('reason') reason: string;
  /** Processes that it ended. */
  @CountColumn('crashes', { default: 0 }) crashes: number;
  @TimeColumn('processed_at') processedAt: number;
  /** When the sweep processes it; 0 when nothing is left to do. */
  @TimeColumn('due_at') dueAt: number;
  @TimeColumn('recorded') createdAt: number;
}

@Entity('file_usage')
@Check('file_usage_not_below_zero', 'used_bytes >= 0')
export class FileUsageRow {
  @PrimaryIdColumn('user_id') userId: string;
  @CountColumn('used_bytes') usedBytes: number;
}
