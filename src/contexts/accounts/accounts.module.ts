import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { fileRequests, FilesModule } from '../files/files.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { TariffsModule } from '../tariffs/tariffs.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { DataExportRow, dataExportRecord } from './personal-data.store.js';
import { YazlArchiveWriter } from './adapters/yazl/yazl-archive-writer.js';
import { BeginClosing, CloseAccount, CompleteClosing, ClosingObstacles, Erasers, GiveUpRest, ReplaceAccount } from './closing.js';
import { ExpireExports, MakeExport, PersonalData, ArchiveWriter, DataExports, RequestExport } from './personal-data.js';
import { ExportedAccount, NameReviews, ShowProfile, UpdateProfile, UserFigures, UserNumbers } from './profile.js';
import { ClosingJobs, PersonalDataJobs } from './accounts.jobs.js';
import { ClosingOperations, PersonalDataOperations, ProfileOperations } from './accounts.operations.js';
import { LedgerModule } from '../../ledger/ledger.module.js';

/** A user's own account: profile, closing and the export of personal data. */
@Module({
  imports: [
    TypeOrmModule.forFeature([DataExportRow]),
    FilesModule,
    LedgerModule,
    NotificationsModule,
    SignInModule,
    TariffsModule,
  ],
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
    GiveUpRest,
    MakeExport,
    ReplaceAccount,
    RequestExport,
    ShowProfile,
    UpdateProfile,

    ClosingObstacles,
    Erasers,
    ExportedAccount,
    NameReviews,
    PersonalData,
    UserFigures,
    UserNumbers,
    dataExportRecord,
    { provide: ArchiveWriter, useClass: YazlArchiveWriter },
    fileRequests(DataExports, DataExportRow),
  ],
  exports: [BeginClosing, ShowProfile, UserFigures, UserNumbers],
})
export class AccountsModule {}
