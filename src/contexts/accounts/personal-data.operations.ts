import { Injectable } from '@nestjs/common';
import type { Caller } from '../../kernel/caller.js';
import { budgetFailures } from '../../kernel/budgets.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { commentWithId } from '../../platform/http/presenting.js';
import { signInFailures } from '../sign-in/index.js';
import { RequestExport } from './application/request-export.js';
import { personalDataFailures } from './domain/personal-data.failures.js';
import { DataExportInput } from './personal-data.inputs.js';

@Injectable()
export class PersonalDataOperations {
  constructor(private readonly requestExport: RequestExport) {}

  @Operation('user_data_export', {
    method: 'POST',
    access: 'signed',
    missing: 400,
    failures: [
      on(signInFailures.password_required, { code: 400, id: 'pswd_required' }),
      on(signInFailures.wrong_password, { code: 400, id: 'pswd_invalid' }),
      on(signInFailures.code_required, { code: 400, id: 'code_required' }),
      on(signInFailures.incorrect_code, { code: 400, id: 'code_invalid' }),
      on(budgetFailures.delayed),
      on(signInFailures.login_delayed),
      on(signInFailures.busy),
      on(personalDataFailures.export_running, { code: 409, id: 'export_running' }),
      on(personalDataFailures.exports_exhausted, { id: 'exports_exhausted' }),
    ],
    present: commentWithId('Your data are being collected, we will tell you when the file is ready'),
    summary:
      'Makes a ZIP file of all data of the signed-in user, told by mail and notice. Needs the password; an account without one a code of the purpose export. MKID is the marker of the file: core_file_fetch shows it for 7 days, core_file_download gives an address that serves it once, and it is deleted when it was downloaded; at most 3 a day.',
  })
  request({ secrets }: DataExportInput, caller: Caller) {
    return this.requestExport.execute(caller, secrets);
  }
}
