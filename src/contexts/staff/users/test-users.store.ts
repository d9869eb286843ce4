import { createHmac } from 'node:crypto';
import { KeyRing } from '../../../platform/crypto/key-ring.js';
import { type Keys, Keyed, Sealed } from '../../../platform/crypto/sealed-columns.js';
import { Entity, Index, In } from 'typeorm';
import { IdColumn, LongTextColumn, PrimaryIdColumn, TextColumn, TimeColumn } from '../../../platform/database/columns.js';
import { type TestUserStatus, type NewTestUser, type TestUserFilter, TestUserStore, type TestUser } from './test-users.js';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import type { Page, PageRequest } from '../../../kernel/pagination.js';
import { SecretBox } from '../../../platform/crypto/secret-box.js';
import { Database } from '../../../platform/database/database.js';
import { readRowPage } from '../../../platform/database/read-row-page.js';
import { isDuplicate } from '../../../platform/database/errors.js';
import { userFailures } from './users.js';

/** Digests under each key of the ring, the current one first. They are keyed, because passwords can be guessed from an unkeyed hash. */
export function passwordDigests(ring: KeyRing, password: string): string[] {
  return ring.keys('test users').map(({ bytes }) => createHmac('sha256', bytes).update(password).digest('hex'));
}

export function newestDigest(row: { readonly id: string; readonly encryptedPassword: string }, { ring, box }: Keys): string {
  return passwordDigests(ring, box.decrypt(row.encryptedPassword, row.id))[0]!;
}

@Entity('test_user')
@Index('test_user_user', ['userId'], { unique: true })
@Index('test_user_password', ['passwordDigest'], { unique: true })
@Index('test_user_recorded', ['createdAt'])
@Index('test_user_status', ['status', 'createdAt'])
export class TestUserRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('user_id') userId: string;
  /** Encrypted, with the id as associated data. */
  @Sealed() @LongTextColumn('sealed_password') encryptedPassword: string;
  /** Keyed hash, to find duplicates. */
  @Keyed(newestDigest) @TextColumn('password_digest', 64) passwordDigest: string;
  @TextColumn('device_type') deviceType: string;
  @TextColumn('device_serial') deviceSerial: string;
  @TextColumn('device_name') deviceName: string;
  @TextColumn('status', 16) status: TestUserStatus;
  @TimeColumn('recorded') createdAt: number;
}

@Injectable()
export class TypeormTestUserStore extends TestUserStore {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
    private readonly clock: Clock,
    private readonly ring: KeyRing,
  ) {
    super();
  }

  async add({ id, userId, password, device }: NewTestUser): Promise<void> {
    const digests = passwordDigests(this.ring, password);
    // The unique index compares with those under the current key only.
    if (await this.rows.existsBy({ passwordDigest: In(digests.slice(1)) })) throw new Failure(userFailures.test_password_taken);
    const row: TestUserRow = {
      id,
      userId,
      encryptedPassword: this.box.encrypt(password, id),
      passwordDigest: digests[0]!,
      deviceType: device.type,
      deviceSerial: device.serial,
      deviceName: device.name,
      status: 'active',
      createdAt: this.clock.now(),
    };
    try {
      await this.rows.insert(row);
    } catch (error) {
      // The account is new, so the password is the duplicate.
      if (isDuplicate(error)) throw new Failure(userFailures.test_password_taken, { cause: error });
      throw error;
    }
  }

  async list(filter: TestUserFilter, page: PageRequest): Promise<Page<TestUser>> {
    const { items, next } = await readRowPage(this.rows, filter, page);
    return { items: items.map((row) => this.decrypted(row)), next };
  }

  async setStatus(userId: string, status: TestUserStatus): Promise<void> {
    await this.rows.update({ userId }, { status });
  }

  private get rows() {
    return this.database.repository(TestUserRow);
  }

  private decrypted({ id, userId, encryptedPassword, status, createdAt }: TestUserRow): TestUser {
    return { id, userId, password: this.box.decrypt(encryptedPassword, id), status, createdAt };
  }
}
