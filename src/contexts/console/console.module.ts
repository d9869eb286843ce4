import { Module } from '@nestjs/common';
import { StaffRecordSources } from './application/ports/staff-records.js';
import { SearchRecords } from './application/search-records.js';
import { ShowWorkQueue } from './application/show-work-queue.js';
import { ConsoleOperations } from './console.operations.js';

/** What staff see across the contexts: a search over everything, and what waits for them. */
@Module({
  providers: [ConsoleOperations, SearchRecords, ShowWorkQueue, StaffRecordSources],
  exports: [StaffRecordSources],
})
export class ConsoleModule {}
