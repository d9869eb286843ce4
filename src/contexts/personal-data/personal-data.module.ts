import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FilesModule } from '../files/files.module.js';
import { IdentityModule } from '../identity/identity.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { DataExportRow } from './adapters/typeorm/data-export.row.js';
import { TypeormExportsEraser } from './adapters/typeorm/typeorm-exports-eraser.js';
import { TypeormDataExports } from './adapters/typeorm/typeorm-data-exports.js';
import { YazlArchiveWriter } from './adapters/yazl/yazl-archive-writer.js';
import { ExpireExports } from './application/expire-exports.js';
import { MakeExport } from './application/make-export.js';
import { ArchiveWriter } from './application/ports/archive-writer.js';
import { DataExports } from './application/ports/data-exports.js';
import { PersonalData } from './application/personal-data.js';
import { RequestExport } from './application/request-export.js';
import { PersonalDataJobs } from './personal-data.jobs.js';
import { PersonalDataOperations } from './personal-data.operations.js';

@Module({
  imports: [TypeOrmModule.forFeature([DataExportRow]), FilesModule, IdentityModule, NotificationsModule],
  providers: [
    PersonalDataOperations,
    PersonalDataJobs,
    RequestExport,
    MakeExport,
    ExpireExports,
    PersonalData,
    TypeormExportsEraser,
    { provide: DataExports, useClass: TypeormDataExports },
    { provide: ArchiveWriter, useClass: YazlArchiveWriter },
  ],
})
export class PersonalDataModule {}
