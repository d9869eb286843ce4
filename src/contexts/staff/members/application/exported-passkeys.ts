import { Injectable } from '@nestjs/common';
import { isoTime } from '../../../../kernel/clock.js';
import { type DataPart, PersonalDataSource } from '../../../../kernel/personal-data.js';
import { Contributes } from '../../../../kernel/registry.js';
import { Passkeys } from './passkey-ports.js';

@Injectable()
@Contributes(PersonalDataSource)
export class ExportedPasskeys extends PersonalDataSource {
  constructor(private readonly passkeys: Passkeys) {
    super();
  }

  readonly parts: readonly DataPart[] = [{ name: 'passkeys', rows: (userId) => this.rows(userId) }];

  private async *rows(userId: string) {
    for (const { name, createdAt, usedAt } of await this.passkeys.list(userId))
      yield { name, addedAt: isoTime(createdAt), lastUsedAt: usedAt === undefined ? undefined : isoTime(usedAt) };
  }
}
