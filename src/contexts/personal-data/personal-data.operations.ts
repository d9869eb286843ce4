import { Injectable } from '@nestjs/common';
import type { Caller } from '../../kernel/caller.js';
import { NoInput } from '../../platform/http/input.decorators.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { commentWithId } from '../../platform/http/presenting.js';
import { RequestExport } from './application/request-export.js';
import { personalDataFailures } from './domain/personal-data.failures.js';

@Injectable()
export class PersonalDataOperations {
  constructor(private readonly requestExport: RequestExport) {}

  @Operation('user_data_export', {
    method: 'POST',
    access: 'signed',
    failures: [
      on(personalDataFailures.export_running, { code: 409, id: 'export_running' }),
      on(personalDataFailures.exports_exhausted, { id: 'exports_exhausted' }),
    ],
    present: commentWithId('Your data are being collected, we will tell you when the file is ready'),
    summary:
      'Makes a ZIP file of all data of the signed-in user, told by mail and notice. MKID is the marker of the file, which core_file_fetch shows for 7 days; at most 3 a day.',
  })
  request(_: NoInput, { userId }: Caller) {
    return this.requestExport.execute(userId);
  }
}
