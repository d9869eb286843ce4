import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Between, Entity, type FindOptionsWhere, In, Index, LessThanOrEqual, Not } from 'typeorm';
import { Failure } from '../../kernel/failure.js';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import { KeyRing } from '../../platform/crypto/key-ring.js';
import { RowSeal, Unsealed } from '../../platform/crypto/row-seal.js';
import { RowSeals } from '../../platform/crypto/row-seals.js';
import { type Keys, Keyed, Sealed } from '../../platform/crypto/sealed-columns.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import {
  CountColumn,
  FlagColumn,
  IdColumn,
  LongTextColumn,
  PrimaryIdColumn,
  TextColumn,
  TimeColumn,
} from '../../platform/database/columns.js';
import { Database } from '../../platform/database/database.js';
import { isDuplicate } from '../../platform/database/errors.js';
import { readRowPage } from '../../platform/database/read-row-page.js';
import { removeRows } from '../../platform/database/remove-rows.js';
import { NUMBER_TYPES, type NumberType } from './identity-provider.js';
import {
  type Consent,
  type Evidence,
  type GivenNumber,
  identityFailures,
  OPEN_STATUSES,
  type Verification,
  type VerificationChange,
  type VerificationFilter,
  type VerificationStatus,
  VerificationStore,
  type VerificationType,
} from './verification.js';

/** Keyed, because eleven digits are soon tried on a hash. */
function digestsOf(ring: KeyRing, number: string): string[] {
  return ring.keys('identity numbers').map(({ bytes }) => createHmac('sha256', bytes).update(number).digest('hex'));
}

/** Of what is erased nothing is left to make it from. */
export function newestNumberDigest(row: { id: string; sealedNumber: string; digest: string }, { ring, box }: Keys): string {
  return row.sealedNumber === '' ? row.digest : digestsOf(ring, box.decrypt(row.sealedNumber, row.id))[0]!;
}

@Entity('identity_verification')
@Index('identity_verification_open', ['openFor'], { unique: true })
@Index('identity_verification_claim', ['claim'], { unique: true })
@Index('identity_verification_user', ['userId', 'createdAt'])
@Index('identity_verification_status', ['status', 'createdAt'])
@Index('identity_verification_verified', ['status', 'verifiedAt'])
@Index('identity_verification_screened', ['status', 'screened'])
@Index('identity_verification_recorded', ['createdAt'])
@Index('identity_verification_next', ['nextAt'])
@Index('identity_verification_job', ['job'])
@Index('identity_verification_erased', ['erasedAt'])
@RowSeal<VerificationRow>('verificationSeal', [
  'userId',
  'type',
  'status',
  'sealedNumber',
  'digest',
  'claim',
  'sealedEvidence',
  'isOwner',
  'decidedBy',
  'verifiedAt',
  'consentVersion',
  'consentText',
  'consentIp',
  'createdAt',
])
@Unsealed<VerificationRow>({
  openFor: 'follows from user, type and status',
  lastFour: 'is only shown',
  provider: 'says who is asked, and the provider compares for itself',
  job: 'as the provider',
  tries: 'says when it is asked again',
  nextAt: 'as the tries',
  toldAt: 'delays the end of a verification by a month at most',
  screened: 'says when its user is compared again',
  erasedAt: 'says when the rest of an erased row is removed',
})
export class VerificationRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('user_id') userId: string;
  @TextColumn('type', 8) type: VerificationType;
  @TextColumn('status', 16) status: VerificationStatus;
  /** User and type while it is open, so that there is one at a time. */
  @TextColumn('open_for', 48, { nullable: true }) openFor: string | null;
  /** Kind and number, encrypted; empty of a name, and once it is erased. */
  @Sealed() @LongTextColumn('sealed_number') sealedNumber: string;
  @TextColumn('last_four', 4) lastFour: string;
  @Keyed(newestNumberDigest) @TextColumn('number_digest', 64) digest: string;
  /** The digest once the number is verified, so that one account has it. */
  @Keyed(newestNumberDigest) @TextColumn('claim', 64, { nullable: true }) claim: string | null;
  @Sealed() @LongTextColumn('sealed_evidence') sealedEvidence: string;
  @FlagColumn('is_owner') isOwner: boolean;
  @TextColumn('provider', 16) provider: string;
  @TextColumn('provider_job', 64) job: string;
  @CountColumn('tries') tries: number;
  @TimeColumn('next_at', { nullable: true }) nextAt: number | null;
  @TextColumn('consent_version', 16) consentVersion: string;
  @LongTextColumn('consent_text') consentText: string;
  @TextColumn('consent_ip', 64) consentIp: string;
  @IdColumn('decided_by') decidedBy: string;
  @TimeColumn('verified_at') verifiedAt: number;
  /** That it ends; 0 where its user was not told. */
  @TimeColumn('told_at', { default: 0 }) toldAt: number;
  /** Version of the lists; empty where they are still to be searched. */
  @TextColumn('screened', 64, { default: '' }) screened: string;
  /** 0 while its user has an account. */
  @TimeColumn('erased_at') erasedAt: number;
  @TimeColumn('recorded') createdAt: number;
  @TextColumn('verification_seal', 64, { nullable: true }) verificationSeal: string | null;
}

/** Those that wait for staff. */
export const REVIEWED: readonly VerificationStatus[] = ['review', 'watch_listed'];

@Injectable()
export class TypeormVerificationStore extends VerificationStore {
  constructor(
    private readonly database: Database,
    private readonly seals: RowSeals,
    private readonly box: SecretBox,
    private readonly ring: KeyRing,
  ) {
    super();
  }

  async add(verification: Verification, given: GivenNumber | undefined, { version, text, ip }: Consent): Promise<void> {
    const { evidence, nextAt, ...rest } = verification;
    const row = {
      ...rest,
      openFor: openFor(verification),
      sealedNumber: '',
      digest: '',
      ...this.numbered(rest.id, given),
      claim: null,
      sealedEvidence: this.sealed(rest.id, evidence),
      nextAt: nextAt ?? null,
      consentVersion: version,
      consentText: text,
      consentIp: ip,
      screened: '',
      erasedAt: 0,
    };
    try {
      await this.rows.insert({ ...row, ...this.seals.of(VerificationRow, row) });
    } catch (error) {
      if (isDuplicate(error)) throw new Failure(identityFailures.already_open, { cause: error });
      throw error;
    }
  }

  async find(id: string): Promise<Verification | undefined> {
    return (await this.trusted(await this.rows.findBy({ id })))[0];
  }

  async numberOf(id: string): Promise<GivenNumber | undefined> {
    const row = await this.rows.findOneBy({ id });
    if (!row || row.sealedNumber === '' || !(await this.isTrusted(row))) return undefined;
    const [type, number] = this.box.decrypt(row.sealedNumber, id).split(':');
    return { type: type as NumberType, number: number! };
  }

  async consentOf(id: string): Promise<string> {
    return (await this.rows.findOneBy({ id }))?.consentText ?? '';
  }

  async holderOf(number: GivenNumber): Promise<Verification | undefined> {
    return (await this.trusted(await this.rows.findBy({ claim: In(digestsOf(this.ring, textOf(number))) })))[0];
  }

  digestOf(number: GivenNumber): string {
    return digestsOf(this.ring, textOf(number))[0]!;
  }

  async list(filter: VerificationFilter, page: PageRequest): Promise<Page<Verification>> {
    const { items, next } = await readRowPage(this.rows, conditionsOf(filter), page);
    return { items: await this.trusted(items), next };
  }

  async change(id: string, expected: VerificationStatus, { claims, evidence, ...change }: VerificationChange): Promise<boolean> {
    const isOpen = change.status === undefined || isOpenStatus(change.status);
    const written: Partial<VerificationRow> = {
      ...change,
      ...('nextAt' in change ? { nextAt: change.nextAt ?? null } : {}),
      ...(isOpen ? {} : { openFor: null }),
      ...(evidence ? { sealedEvidence: this.sealed(id, evidence) } : {}),
      ...this.numbered(id, claims),
    };
    if (claims) {
      // The unique index compares with those under the current key only.
      if (await this.rows.existsBy({ id: Not(id), claim: In(digestsOf(this.ring, textOf(claims))) }))
        throw new Failure(identityFailures.taken);
      written.claim = this.digestOf(claims);
    }
    try {
      return (await this.seals.update(VerificationRow, { id, status: expected }, written)) !== undefined;
    } catch (error) {
      if (claims && isDuplicate(error)) throw new Failure(identityFailures.taken, { cause: error });
      throw error;
    }
  }

  async takeDue(now: number, nextAt: number, limit: number): Promise<Verification[]> {
    const where = { status: 'pending' as const, nextAt: LessThanOrEqual(now) };
    const due = await this.rows.find({ where, order: { nextAt: 'ASC' }, take: limit });
    const taken: VerificationRow[] = [];
    for (const row of due) if ((await this.rows.update({ id: row.id, ...where }, { nextAt })).affected === 1) taken.push(row);
    return this.trusted(taken);
  }

  async oldest(verifiedUntil: number, toldUntil: number, limit: number): Promise<Verification[]> {
    const where: FindOptionsWhere<VerificationRow> = {
      status: 'verified',
      type: In(NUMBER_TYPES),
      verifiedAt: LessThanOrEqual(verifiedUntil),
      toldAt: Between(Math.min(toldUntil, 1), toldUntil),
    };
    return this.trusted(await this.rows.find({ where, order: { verifiedAt: 'ASC', id: 'ASC' }, take: limit }));
  }

  async newestVerified(userId: string, number: 'bvn' | 'nin'): Promise<Verification | undefined> {
    const where = { userId, status: 'verified' as const, type: In(number === 'nin' ? ['nin', 'vnin'] : ['bvn']) };
    return (await this.trusted(await this.rows.find({ where, order: { verifiedAt: 'DESC', id: 'DESC' }, take: 1 })))[0];
  }

  async unscreened(version: string, limit: number): Promise<Verification[]> {
    const where = { status: 'verified' as const, type: In(NUMBER_TYPES), screened: Not(version) };
    return this.trusted(await this.rows.find({ where, take: limit }));
  }

  async markScreened(userId: string, screened: string): Promise<void> {
    await this.rows.update({ userId, type: In(NUMBER_TYPES) }, { screened });
  }

  async removeErased(before: number): Promise<void> {
    await removeRows(this.rows, { erasedAt: Between(1, before) });
  }

  private async trusted(rows: readonly VerificationRow[]): Promise<Verification[]> {
    const isTrusted = await Promise.all(rows.map((row) => this.isTrusted(row)));
    return rows.filter((_, index) => isTrusted[index]).map((row) => this.verificationOf(row));
  }

  private isTrusted(row: VerificationRow): Promise<boolean> {
    return this.seals.holds(VerificationRow, 'verificationSeal', row);
  }

  private verificationOf(row: VerificationRow): Verification {
    const { id, userId, type, status, lastFour, isOwner, provider, job, tries, decidedBy, verifiedAt, toldAt, createdAt } = row;
    const evidence: Evidence =
      row.sealedEvidence === ''
        ? { given: { firstName: '', lastName: '', birth: '' } }
        : (JSON.parse(this.box.decrypt(row.sealedEvidence, id)) as Evidence);
    const nextAt = row.nextAt ?? undefined;
    return {
      id,
      userId,
      type,
      status,
      lastFour,
      evidence,
      isOwner,
      provider,
      job,
      tries,
      nextAt,
      decidedBy,
      verifiedAt,
      toldAt,
      createdAt,
    };
  }

  private numbered(id: string, number: GivenNumber | undefined): Partial<Pick<VerificationRow, 'sealedNumber' | 'digest'>> {
    return number ? { sealedNumber: this.box.encrypt(textOf(number), id), digest: this.digestOf(number) } : {};
  }

  private sealed(id: string, evidence: Evidence): string {
    return this.box.encrypt(JSON.stringify(evidence), id);
  }

  private get rows() {
    return this.database.repository(VerificationRow);
  }
}

function textOf({ type, number }: GivenNumber): string {
  return `${type}:${number}`;
}

function isOpenStatus(status: VerificationStatus): boolean {
  return OPEN_STATUSES.some((open) => open === status);
}

function openFor({ userId, type, status }: Verification): string | null {
  return isOpenStatus(status) ? `${userId}:${type}` : null;
}

function conditionsOf(filter: VerificationFilter): FindOptionsWhere<VerificationRow>[] {
  switch (filter.by) {
    case 'review':
      return REVIEWED.map((status) => ({ status }));
    case 'all':
      return [{}];
    case 'user':
      return [{ userId: filter.value }];
    case 'id':
      return [{ id: filter.value }];
    case 'job':
      return [{ job: filter.value }];
  }
}
