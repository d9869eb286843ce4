import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { SecretBox } from '../../../../platform/crypto/secret-box.js';
import { Database } from '../../../../platform/database/database.js';
import { type SecondFactor, SecondFactors } from '../../application/ports/second-factors.js';
import { StaffProfileRow } from './staff-profile.row.js';

@Injectable()
export class TypeormSecondFactors extends SecondFactors {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
  ) {
    super();
  }

  async get(profileId: string): Promise<SecondFactor> {
    const { totpSecret, totpStep } = await this.rows.findOneByOrFail({ id: profileId });
    return { secret: this.box.decrypt(totpSecret, profileId), isConfirmed: totpStep > 0 };
  }

  async use(profileId: string, step: number): Promise<boolean> {
    const { affected } = await this.rows.update({ id: profileId, totpStep: LessThan(step) }, { totpStep: step });
    return affected === 1;
  }

  async replace(profileId: string, secret: string): Promise<void> {
    await this.rows.update({ id: profileId }, { totpSecret: this.box.encrypt(secret, profileId), totpStep: 0 });
  }

  private get rows() {
    return this.database.repository(StaffProfileRow);
  }
}
