import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { SystemLogRow } from './adapters/typeorm/system-log.row.js';
import { TypeormOpenSystemLogs } from './adapters/typeorm/typeorm-open-system-logs.js';
import { TypeormSystemLogs } from './adapters/typeorm/typeorm-system-logs.js';
import { CloseSettledLogs } from './application/close-settled-logs.js';
import { CloseSystemLog } from './application/close-system-log.js';
import { LogTimeline } from './application/log-timeline.js';
import { RecordSystemLog } from './application/record-system-log.js';
import { SystemLogs, SystemLogStore, UnsettledMoney } from './application/ports.js';
import { BrokenSealLogs } from './adapters/broken-seal-logs.js';
import { SystemLogsJobs } from './system-logs.jobs.js';
import { SystemLogsOperations } from './system-logs.operations.js';

@Module({
  imports: [TypeOrmModule.forFeature([SystemLogRow]), AuditModule, NotificationsModule],
  providers: [
    SystemLogsOperations,
    SystemLogsJobs,
    CloseSettledLogs,
    CloseSystemLog,
    LogTimeline,
    UnsettledMoney,
    BrokenSealLogs,
    TypeormOpenSystemLogs,
    { provide: SystemLogStore, useClass: TypeormSystemLogs },
    { provide: SystemLogs, useClass: RecordSystemLog },
  ],
  exports: [SystemLogs],
})
export class SystemLogsModule {}
