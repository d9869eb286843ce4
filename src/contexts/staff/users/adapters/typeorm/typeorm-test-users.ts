import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Clock } from '../../../../../kernel/clock.js';
import { Failure } from '../../../../../kernel/failure.js';
import type { Page, PageRequest } from '../../../../../kernel/pagination.js';
import { KeyRing } from '../../../../../platform/crypto/key-ring.js';
import { SecretBox } from '../../../../../platform/crypto/secret-box.js';
import { Database } from '../../../../../platform/database/database.js';
import { readRowPage } from '../../../../../platform/database/read-row-page.js';
import { isDuplicate } from '../../../../../platform/database/errors.js';
import { type NewTestUser, type TestUserFilter, TestUsers } from '../../application/ports.js';
import type { TestUser, TestUserStatus } from '../../domain/test-user.js';
import { userFailures } from '../../domain/users.failures.js';
import { passwordDigests } from './password-digest.js';
import { TestUserRow } from './test-user.row.js';

@Injectable()
export class TypeormTestUsers extends TestUsers {
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
