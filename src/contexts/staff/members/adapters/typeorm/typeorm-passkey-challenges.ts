import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { In, LessThan, MoreThan } from 'typeorm';
import { Clock } from '../../../../../kernel/clock.js';
import { Database } from '../../../../../platform/database/database.js';
import { PasskeyChallenges } from '../../application/passkey-ports.js';
import { CHALLENGE_MS, type ChallengePurpose, drawChallenge } from '../../domain/passkey.js';
import { PasskeyChallengeRow } from './passkey.rows.js';

@Injectable()
export class TypeormPasskeyChallenges extends PasskeyChallenges {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  async draw(userId: string, purpose: ChallengePurpose): Promise<string> {
    const challenge = drawChallenge();
    await this.rows.insert({ digest: digestOf(challenge), userId, purpose, expires: this.clock.now() + CHALLENGE_MS });
    return challenge;
  }

  /** The row that is deleted decides between processes. */
  async take(challenge: string, userId: string, purpose: ChallengePurpose): Promise<boolean> {
    const expires = MoreThan(this.clock.now());
    const { affected } = await this.rows.delete({ digest: digestOf(challenge), userId, purpose, expires });
    return affected === 1;
  }

  async removeExpired(before: number, limit: number): Promise<number> {
    const rows = await this.rows.find({ where: { expires: LessThan(before) }, take: limit });
    if (rows.length > 0) await this.rows.delete({ digest: In(rows.map(({ digest }) => digest)) });
    return rows.length;
  }

  private get rows() {
    return this.database.repository(PasskeyChallengeRow);
  }
}

function digestOf(challenge: string): string {
  return createHash('sha256').update(challenge).digest('hex');
}
