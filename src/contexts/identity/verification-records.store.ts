import { Injectable } from '@nestjs/common';
import { Clock, isoTime } from '../../kernel/clock.js';
import {
  type DataSubject,
  Eraser,
  type DataPart,
  PersonalDataSource,
  type RecordSummary,
  StaffRecords,
} from '../../kernel/records.js';
import { Contributes } from '../../kernel/registry.js';
import { RowSeals } from '../../platform/crypto/row-seals.js';
import { Database } from '../../platform/database/database.js';
import { OpenRows, rowsById } from '../../platform/database/open-rows.js';
import { tablesOf } from '../../platform/database/table.js';
import { MOST_SHOWN, VerificationStore } from './verification.js';
import { REVIEWED, VerificationRow } from './verifications.store.js';

/** The digest of a number stays, for as long as the law asks who had an account here; a new account may claim the number. */
@Injectable()
@Contributes(Eraser)
export class VerificationsEraser extends Eraser {
  readonly tables = tablesOf(VerificationRow);

  constructor(
    private readonly database: Database,
    private readonly seals: RowSeals,
    private readonly clock: Clock,
  ) {
    super();
  }

  async erase({ userId }: DataSubject): Promise<void> {
    const rows = this.database.repository(VerificationRow);
    for (const row of await rows.findBy({ userId })) {
      const erased = Object.assign(row, {
        status: 'erased' as const,
        openFor: null,
        sealedNumber: '',
        lastFour: '',
        claim: null,
        sealedEvidence: '',
        provider: '',
        job: '',
        nextAt: null,
        consentVersion: '',
        consentText: '',
        consentIp: '',
        screened: '',
        erasedAt: this.clock.now(),
      });
      await rows.update({ id: row.id }, Object.assign(erased, this.seals.of(VerificationRow, erased)));
    }
  }
}

@Injectable()
@Contributes(PersonalDataSource)
export class ExportedVerifications extends PersonalDataSource {
  constructor(private readonly store: VerificationStore) {
    super();
  }

  readonly parts: readonly DataPart[] = [{ name: 'identity', rows: (userId) => this.rows(userId) }];

  private async *rows(userId: string) {
    const { items } = await this.store.list({ by: 'user', value: userId }, { before: undefined, size: MOST_SHOWN });
    for (const verification of items.filter(({ type }) => type !== 'sanction')) {
      const { type, lastFour, evidence, verifiedAt, createdAt } = verification;
      const { firstName, lastName, birth } = evidence.given;
      yield {
        submitted: isoTime(createdAt),
        type,
        lastFour,
        firstName,
        lastName,
        birth,
        verified: verifiedAt === 0 ? '' : isoTime(verifiedAt),
        consent: await this.store.consentOf(verification.id),
      };
    }
  }
}

const TITLES: Readonly<Record<string, string>> = { name: 'A new name', sanction: 'A name on a list of sanctions' };

/** What staff find and have in their work queue: no number, and no name but the user's. */
@Injectable()
@Contributes(StaffRecords)
export class OpenVerifications extends OpenRows<VerificationRow> {
  override readonly kind = 'identity';
  override readonly permission = 'userControl.viewDetails';

  constructor(database: Database) {
    super(
      database,
      VerificationRow,
      REVIEWED.map((status) => ({ status })),
    );
  }

  override async find(text: string): Promise<RecordSummary[]> {
    return (await rowsById(this.rows, [text])).map((row) => this.summaryOf(row));
  }

  protected summaryOf({ id, type, lastFour, status, userId, createdAt }: VerificationRow): RecordSummary {
    const title = TITLES[type] ?? `Identity by ${type.toUpperCase()}`;
    return { id, title, detail: lastFour === '' ? '' : `ends in ${lastFour}`, status, userId, createdAt };
  }
}
