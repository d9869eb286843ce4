import { type FactoryProvider, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { HttpEnvironment } from '../../platform/http/http.settings.js';
import { Database } from '../../platform/database/database.js';
import { provideSettings } from '../../platform/config/provide-settings.js';
import { AbuseModule } from '../abuse/abuse.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { SignInSettings } from '../sign-in/index.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { SystemLogsModule } from '../system-logs/system-logs.module.js';
import { ClamdVirusScanner, NoVirusScanner } from './adapters/clamd/clamd-virus-scanner.js';
import { SharpImageProcessor } from './adapters/images/sharp-image-processor.js';
import { FileTypeInspector } from './adapters/inspection/file-type-inspector.js';
import { ReceivedAttachments, type FileRequestRow, TypeormFileRequests } from './uploads.store.js';
import { TypeormFiles, FileDownloadRow, FileRow, FileUsageRow, fileRecord } from './files.store.js';
import { ReconcileContents, DeleteFile, EraseFiles, FileSettings, Files } from './files.js';
import { CheckFile, ContentInspector, ImageProcessor, VirusScanner, ProcessFile } from './processing.js';
import { DownloadFile, OwnFiles } from './downloads.js';
import { StoreFile, StrangerUploads, Attachments, type FileRequests, GeneratedFiles, type FileRequest } from './uploads.js';
import { FilesJobs } from './files.jobs.js';
import { FilesOperations } from './files.operations.js';
import { FilesEnvironment } from './files.settings.js';
import { UploadsController } from './adapters/http/uploads.controller.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([FileRow, FileUsageRow, FileDownloadRow]),
    AbuseModule,
    AuditModule,
    SignInModule,
    NotificationsModule,
    SystemLogsModule,
  ],
  providers: [
    provideSettings(FilesEnvironment),
    FilesOperations,
    FilesJobs,
    CheckFile,
    StoreFile,
    StrangerUploads,
    DeleteFile,
    DownloadFile,
    EraseFiles,
    ProcessFile,
    ReconcileContents,
    fileRecord,
    { provide: Files, useClass: TypeormFiles },
    GeneratedFiles,
    OwnFiles,
    { provide: Attachments, useClass: ReceivedAttachments },
    { provide: ContentInspector, useClass: FileTypeInspector },
    { provide: ImageProcessor, useClass: SharpImageProcessor },
    {
      provide: VirusScanner,
      useFactory: ({ CLAMD_URL: url }: FilesEnvironment) => (url ? new ClamdVirusScanner(url) : new NoVirusScanner()),
      inject: [FilesEnvironment],
    },
    {
      provide: FileSettings,
      useFactory: ({ quotaBytes, CLAMD_URL: scanner }: FilesEnvironment, { uploadUrl }: HttpEnvironment, rules: SignInSettings) =>
        new FileSettings(quotaBytes, scanner !== undefined, uploadUrl, rules.requiresVerifiedEmail),
      inject: [FilesEnvironment, HttpEnvironment, SignInSettings],
    },
  ],
  exports: [Attachments, DownloadFile, Files, FileSettings, GeneratedFiles, OwnFiles],
})
export class FilesModule {}

export function fileRequests<Request extends FileRequest>(
  port: abstract new () => FileRequests<Request>,
  row: new () => Request & FileRequestRow,
): FactoryProvider<FileRequests<Request>> {
  return { provide: port, useFactory: (database: Database) => new TypeormFileRequests(database, row), inject: [Database] };
}

@Module({ imports: [FilesModule], controllers: [UploadsController] })
export class UploadsModule {}
