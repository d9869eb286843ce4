import { Injectable } from '@nestjs/common';
import { type DataSubject, Eraser } from '../../../../../kernel/eraser.js';
import { Contributes } from '../../../../../kernel/registry.js';
import { tablesOf } from '../../../../../platform/database/table.js';
import { Passkeys } from '../../application/passkey-ports.js';
import { PasskeyChallengeRow, PasskeyRow } from './passkey.rows.js';

/** Of somebody who was staff; with the profile their passkeys ended already. */
@Injectable()
@Contributes(Eraser)
export class TypeormPasskeysEraser extends Eraser {
  readonly tables = tablesOf(PasskeyRow, PasskeyChallengeRow);

  constructor(private readonly passkeys: Passkeys) {
    super();
  }

  erase({ userId }: DataSubject): Promise<void> {
    return this.passkeys.removeAll(userId);
  }
}
