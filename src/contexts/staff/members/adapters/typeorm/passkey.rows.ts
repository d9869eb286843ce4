import { Entity, Index } from 'typeorm';
import { RowSeal, Unsealed } from '../../../../../platform/crypto/row-seal.js';
import {
  CountColumn,
  IdColumn,
  LongTextColumn,
  PrimaryIdColumn,
  TextColumn,
  TimeColumn,
} from '../../../../../platform/database/columns.js';
import type { ChallengePurpose } from '../../domain/passkey.js';

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
