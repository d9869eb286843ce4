import { Injectable } from '@nestjs/common';
import { In, LessThan, MoreThan } from 'typeorm';
import { Clock } from '../../../../../kernel/clock.js';
import { KeyRing } from '../../../../../platform/crypto/key-ring.js';
import { Database } from '../../../../../platform/database/database.js';
import { PasskeyChallenges } from '../../application/passkey-ports.js';
import { CHALLENGE_MS, type ChallengePurpose, drawChallenge } from '../../domain/passkey.js';
import { PasskeyChallengeRow } from './passkey.rows.js';

const PURPOSE = 'passkey challenges';

/** Who can write SQL and has no key can make no row of a challenge; another key of the service ends those that are open. */
@Injectable()
export class TypeormPasskeyChallenges extends PasskeyChallenges {
  constructor(
    private readonly database: Database,
    private readonly ring: KeyRing,
    private readonly clock: Clock,
  ) {
    super();
  }

  async draw(userId: string, purpose: ChallengePurpose): Promise<string> {
    const challenge = drawChallenge();
    const digest = this.digestOf(challenge, userId, purpose);
    await this.rows.insert({ digest, userId, purpose, expires: this.clock.now() + CHALLENGE_MS });
    return challenge;
  }

  /** The row that is deleted decides between processes. */
  async take(challenge: string, userId: string, purpose: ChallengePurpose): Promise<boolean> {
    const digest = this.digestOf(challenge, userId, purpose);
    const { affected } = await this.rows.delete({ digest, userId, purpose, expires: MoreThan(this.clock.now()) });
    return affected === 1;
  }

  async removeExpired(before: number, limit: number): Promise<number> {
    const rows = await this.rows.find({ where: { expires: LessThan(before) }, take: limit });
    if (rows.length > 0) await this.rows.delete({ digest: In(rows.map(({ digest }) => digest)) });
    return rows.length;
  }

  private digestOf(challenge: string, userId: string, purpose: ChallengePurpose): string {
    return this.ring.mac(PURPOSE, `${purpose} ${userId} ${challenge}`);
  }

  private get rows() {
    return this.database.repository(PasskeyChallengeRow);
  }
}
