import { Injectable } from '@nestjs/common';
import { Failure } from '../../../../../kernel/failure.js';
import { RowSeals } from '../../../../../platform/crypto/row-seals.js';
import { Database } from '../../../../../platform/database/database.js';
import { isDuplicate } from '../../../../../platform/database/errors.js';
import { Passkeys } from '../../application/passkey-ports.js';
import type { Passkey, Transport } from '../../domain/passkey.js';
import { staffFailures } from '../../domain/staff.failures.js';
import { PasskeyChallengeRow, PasskeyRow } from './passkey.rows.js';

@Injectable()
export class TypeormPasskeys extends Passkeys {
  constructor(
    private readonly database: Database,
    private readonly seals: RowSeals,
  ) {
    super();
  }

  async list(userId: string): Promise<Passkey[]> {
    const rows = await this.rows.find({ where: { userId }, order: { createdAt: 'DESC', id: 'DESC' } });
    return (await Promise.all(rows.map((row) => this.passkeys(row)))).flat();
  }

  async find(userId: string, credentialId: string): Promise<Passkey | undefined> {
    const row = await this.rows.findOneBy({ userId, credentialId });
    return row ? (await this.passkeys(row))[0] : undefined;
  }

  async add({ usedAt, transports, ...passkey }: Passkey): Promise<void> {
    const row = { ...passkey, transports: JSON.stringify(transports), usedAt: usedAt ?? null };
    try {
      await this.rows.insert({ ...row, ...this.seals.of(PasskeyRow, row) });
    } catch (error) {
      if (isDuplicate(error)) throw new Failure(staffFailures.passkey_exists);
      throw error;
    }
  }

  async use({ id, signCount: before }: Passkey, signCount: number, now: number): Promise<boolean> {
    const { affected } = await this.rows.update({ id, signCount: before }, { signCount, usedAt: now });
    return affected === 1;
  }

  async remove(userId: string, id: string): Promise<boolean> {
    const { affected } = await this.rows.delete({ userId, id });
    return affected === 1;
  }

  async removeAll(userId: string): Promise<void> {
    await this.rows.delete({ userId });
    await this.database.repository(PasskeyChallengeRow).delete({ userId });
  }

  /** None where somebody changed the row in the database. */
  private async passkeys(row: PasskeyRow): Promise<Passkey[]> {
    if (!(await this.seals.holds(PasskeyRow, 'passkeySeal', row))) return [];
    const { passkeySeal: _, transports, usedAt, ...passkey } = row;
    return [{ ...passkey, transports: JSON.parse(transports) as Transport[], usedAt: usedAt ?? undefined }];
  }

  private get rows() {
    return this.database.repository(PasskeyRow);
  }
}
