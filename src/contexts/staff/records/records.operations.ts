import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../kernel/caller.js';
import { NoInput } from '../../../platform/http/input.decorators.js';
import { on, Operation } from '../../../platform/http/operation.decorator.js';
import { listOf } from '../../../platform/http/presenting.js';
import { NameRecords } from './application/name-records.js';
import { SearchRecords } from './application/search-records.js';
import { ShowWorkQueue } from './application/show-work-queue.js';
import { NameFetchInput, SearchInput } from './records.inputs.js';
import { presentFound, presentName, presentOpenWork } from './records.presenters.js';
import { recordsFailures } from './domain/records.failures.js';

@Injectable()
export class RecordsOperations {
  constructor(
    private readonly searchRecords: SearchRecords,
    private readonly nameRecords: NameRecords,
    private readonly showWorkQueue: ShowWorkQueue,
  ) {}

  @Operation('control_search', {
    method: 'GET',
    access: 'admin',
    permission: null,
    missing: 400,
    reads: () => 'search',
    failures: [on(recordsFailures.no_record, { code: 404 })],
    present: listOf(presentFound),
    summary:
      'At most 20 records with this id, number, reference or address, or with a name that begins so; each kind for those who may fetch it. The reference of a failed answer of status 5xx is found for 14 days.',
  })
  search({ rqvl }: SearchInput, { grants }: Caller) {
    return this.searchRecords.execute(rqvl, grants);
  }

  @Operation('control_name_fetch', {
    method: 'GET',
    access: 'admin',
    permission: null,
    missing: 400,
    present: listOf(presentName),
    summary:
      'The names behind ids, of up to 100 records as kind:id between commas, such as user:01J… or purchase:01J…. Of users, staff, billers and items without the permission for them, too: users by given name and initial. Records that there are not, or of which nothing may be told, are left out.',
  })
  names({ references }: NameFetchInput, { grants }: Caller) {
    return this.nameRecords.execute(references, grants);
  }

  @Operation('control_work_queue', {
    method: 'GET',
    access: 'admin',
    permission: null,
    present: listOf(presentOpenWork),
    summary:
      'What waits for staff: how many of each kind, up to 1,000, and the five that are due first or wait longest, with who has them; each kind for those who may fetch it.',
  })
  workQueue(_: NoInput, { grants }: Caller) {
    return this.showWorkQueue.execute(grants);
  }
}
