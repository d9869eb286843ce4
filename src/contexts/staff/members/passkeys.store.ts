import { Entity, Index, In, LessThan, MoreThan } from 'typeorm';
import { RowSeal, Unsealed } from '../../../platform/crypto/row-seal.js';
import {
  CountColumn,
  IdColumn,
  LongTextColumn,
  PrimaryIdColumn,
  TextColumn,
  TimeColumn,
} from '../../../platform/database/columns.js';
import { CHALLENGE_MS, type Transport } from '../../../kernel/passkeys.js';
import { type ChallengePurpose, drawChallenge, type Passkey, PasskeyStore } from './passkeys.js';
import { record } from '../../../platform/database/record.js';
import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import { RowSeals } from '../../../platform/crypto/row-seals.js';
import { Database } from '../../../platform/database/database.js';
import { isDuplicate } from '../../../platform/database/errors.js';
import { staffFailures } from './grants.js';
import { Clock, isoTime } from '../../../kernel/clock.js';
import { KeyRing } from '../../../platform/crypto/key-ring.js';

@Entity('passkey')
@Index('passkey_credential', ['credentialId'], { unique: true })
@Index('passkey_user', ['userId', 'createdAt'])
@RowSeal<PasskeyRow>('passkeySeal', ['userId', 'credentialId', 'publicKey'])
@Unsealed<PasskeyRow>({
  signCount: 'is written at each sign-in, and whoever can write it can restore the whole row of before',
  transports: 'says where a browser looks first',
  name: 'is only shown',
  usedAt: 'is only shown',
  createdAt: 'is only shown',
})
export class PasskeyRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('user_id') userId: string;
  @TextColumn('credential_id', 700) credentialId: string;
  @LongTextColumn('public_key') publicKey: string;
  @CountColumn('sign_count') signCount: number;
  /** JSON list. */
  @LongTextColumn('transports') transports: string;
  @TextColumn('name', 64) name: string;
  @TimeColumn('used_at', { nullable: true }) usedAt: number | null;
  @TimeColumn('recorded') createdAt: number;
  @TextColumn('passkey_seal', 64, { nullable: true }) passkeySeal: string | null;
}

@Entity('passkey_challenge')
@Index('passkey_challenge_user', ['userId'])
@Index('passkey_challenge_expires', ['expires'])
export class PasskeyChallengeRow {
  @TextColumn('digest', 64, { primary: true }) digest: string;
  @IdColumn('user_id') userId: string;
  @TextColumn('purpose', 8) purpose: ChallengePurpose;
  @TimeColumn('expires') expires: number;
}

const PURPOSE = 'passkey challenges';

@Injectable()
export class TypeormPasskeyStore extends PasskeyStore {
  constructor(
    private readonly database: Database,
    private readonly seals: RowSeals,
    private readonly ring: KeyRing,
    private readonly clock: Clock,
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
    await this.challenges.delete({ userId });
  }

  /** Writers of SQL without the key cannot make a row of a challenge; another key of the service ends open ones. */
  async drawChallenge(userId: string, purpose: ChallengePurpose): Promise<string> {
    const challenge = drawChallenge();
    const digest = this.digestOf(challenge, userId, purpose);
    await this.challenges.insert({ digest, userId, purpose, expires: this.clock.now() + CHALLENGE_MS });
    return challenge;
  }

  /** The row that is deleted decides between processes. */
  async takeChallenge(challenge: string, userId: string, purpose: ChallengePurpose): Promise<boolean> {
    const digest = this.digestOf(challenge, userId, purpose);
    const { affected } = await this.challenges.delete({ digest, userId, purpose, expires: MoreThan(this.clock.now()) });
    return affected === 1;
  }

  async removeExpiredChallenges(before: number, limit: number): Promise<number> {
    const rows = await this.challenges.find({ where: { expires: LessThan(before) }, take: limit });
    if (rows.length > 0) await this.challenges.delete({ digest: In(rows.map(({ digest }) => digest)) });
    return rows.length;
  }

  /** None where somebody changed the row in the database. */
  private async passkeys(row: PasskeyRow): Promise<Passkey[]> {
    if (!(await this.seals.holds(PasskeyRow, 'passkeySeal', row))) return [];
    const { passkeySeal: _, transports, usedAt, ...passkey } = row;
    return [{ ...passkey, transports: JSON.parse(transports) as Transport[], usedAt: usedAt ?? undefined }];
  }

  private digestOf(challenge: string, userId: string, purpose: ChallengePurpose): string {
    return this.ring.mac(PURPOSE, `${purpose} ${userId} ${challenge}`);
  }

  private get rows() {
    return this.database.repository(PasskeyRow);
  }

  private get challenges() {
    return this.database.repository(PasskeyChallengeRow);
  }
}

/** Erases passkeys of a former member; they ended with the profile. */
export const passkeyRecord = record(PasskeyRow, {
  uses: [PasskeyStore],
  export: { name: 'passkeys', rows: exported },
  parts: [PasskeyChallengeRow],
  erase: ({ userId }, _, passkeys) => passkeys.removeAll(userId),
});

async function* exported(userId: string, passkeys: PasskeyStore): AsyncIterable<object> {
  for (const { name, createdAt, usedAt } of await passkeys.list(userId))
    yield { name, addedAt: isoTime(createdAt), lastUsedAt: usedAt === undefined ? undefined : isoTime(usedAt) };
}
