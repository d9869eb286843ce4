import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { fileRequests, FilesModule } from '../files/files.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { DataExportRow } from './adapters/typeorm/data-export.row.js';
import { TypeormExportsEraser } from './adapters/typeorm/typeorm-exports-eraser.js';
import { YazlArchiveWriter } from './adapters/yazl/yazl-archive-writer.js';
import { BeginClosing } from './application/begin-closing.js';
import { CloseAccount } from './application/close-account.js';
import { CompleteClosing } from './application/complete-closing.js';
import { ExpireExports } from './application/expire-exports.js';
import { ExportedAccount } from './application/exported-account.js';
import { MakeExport } from './application/make-export.js';
import { PersonalData } from './application/personal-data.js';
import { ArchiveWriter, ClosingObstacles, DataExports, Erasers, UserFigures, UserNumbers } from './application/ports.js';
import { ReplaceAccount } from './application/replace-account.js';
import { RequestExport } from './application/request-export.js';
import { ShowProfile } from './application/show-profile.js';
import { ClosingJobs } from './closing.jobs.js';
import { ClosingOperations } from './closing.operations.js';
import { PersonalDataJobs } from './personal-data.jobs.js';
import { PersonalDataOperations } from './personal-data.operations.js';
import { ProfileOperations } from './profile.operations.js';
import { LedgerModule } from '../../ledger/ledger.module.js';

/** A user's own account: profile, closing and the export of personal data. */
@Module({
  imports: [TypeOrmModule.forFeature([DataExportRow]), FilesModule, LedgerModule, NotificationsModule, SignInModule],
  providers: [
    ClosingOperations,
    PersonalDataOperations,
    ProfileOperations,
    ClosingJobs,
    PersonalDataJobs,

    BeginClosing,
    CloseAccount,
    CompleteClosing,
    ExpireExports,
    MakeExport,
    ReplaceAccount,
    RequestExport,
    ShowProfile,

    ClosingObstacles,
    Erasers,
    ExportedAccount,
    PersonalData,
    UserFigures,
    UserNumbers,
    TypeormExportsEraser,
    { provide: ArchiveWriter, useClass: YazlArchiveWriter },
    fileRequests(DataExports, DataExportRow),
  ],
  exports: [BeginClosing, ShowProfile, UserFigures, UserNumbers],
})
export class AccountsModule {}
