import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { Failure } from '../../../../../kernel/failure.js';
import { RowSeals } from '../../../../../platform/crypto/row-seals.js';
import { SecretBox } from '../../../../../platform/crypto/secret-box.js';
import { Database } from '../../../../../platform/database/database.js';
import { type SecondFactor, SecondFactors } from '../../application/ports.js';
import { staffFailures } from '../../domain/staff.failures.js';
import { StaffProfileRow } from './staff-profile.row.js';

@Injectable()
export class TypeormSecondFactors extends SecondFactors {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
    private readonly seals: RowSeals,
  ) {
    super();
  }

  async get(profileId: string): Promise<SecondFactor> {
    const row = await this.rows.findOneByOrFail({ id: profileId });
    if (!(await this.seals.holds(StaffProfileRow, 'profileSeal', row))) throw new Failure(staffFailures.not_found);
    const { totpSecret, totpStep } = row;
    return { secret: this.box.decrypt(totpSecret, profileId), isConfirmed: totpStep > 0, encrypted: totpSecret };
  }

  async use(profileId: string, { encrypted: totpSecret }: SecondFactor, step: number): Promise<boolean> {
    const { affected } = await this.rows.update({ id: profileId, totpSecret, totpStep: LessThan(step) }, { totpStep: step });
    return affected === 1;
  }

  async replace(profileId: string, secret: string): Promise<void> {
    const totpSecret = this.box.encrypt(secret, profileId);
    await this.seals.update(StaffProfileRow, { id: profileId }, { totpSecret, totpStep: 0 });
  }

  private get rows() {
    return this.database.repository(StaffProfileRow);
  }
}
