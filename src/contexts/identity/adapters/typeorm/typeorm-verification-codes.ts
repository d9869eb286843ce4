import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { In, LessThan } from 'typeorm';
import { KeyRing } from '../../../../platform/crypto/key-ring.js';
import { Database } from '../../../../platform/database/database.js';
import { isDuplicate } from '../../../../platform/database/errors.js';
import { VerificationCodes } from '../../application/ports/verification-codes.js';
import { CODE_TRIES, type SentCode } from '../../domain/verification-code.js';
import { VerificationCodeRow } from './verification-code.row.js';

@Injectable()
export class TypeormVerificationCodes extends VerificationCodes {
  constructor(
    private readonly database: Database,
    private readonly ring: KeyRing,
  ) {
    super();
  }

  async find(email: string): Promise<SentCode | undefined> {
    const row = await this.rows.findOneBy({ email });
    return row ? { id: row.id, email, expires: row.expires, sent: JSON.parse(row.sent) as number[] } : undefined;
  }

  async replace(previous: SentCode | undefined, { id, email, expires, sent }: SentCode, code: string): Promise<boolean> {
    const row = { email, id, digest: this.digests(id, code)[0]!, tries: 0, used: false, sent: JSON.stringify(sent), expires };
    if (previous) {
      const { affected } = await this.rows.update({ email, id: previous.id }, row);
      return affected === 1;
    }
    try {
      await this.rows.insert(row);
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  async check(email: string, code: string, now: number): Promise<string | undefined> {
    const row = await this.rows.findOneBy({ email });
    if (!row || row.used || row.expires <= now) return undefined;
    // Counted before the comparison, so that concurrent tries cannot exceed the limit.
    if (!(await this.addTries(row, 1))) return undefined;
    if (!this.digests(row.id, code).some((digest) => timingSafeEqual(Buffer.from(digest), Buffer.from(row.digest))))
      return undefined;
    await this.addTries(row, -1);
    return row.id;
  }

  async use(email: string, codeId: string): Promise<boolean> {
    const { affected } = await this.rows.update({ email, id: codeId, used: false }, { used: true });
    return affected === 1;
  }

  async removeExpired(expiredBefore: number, limit: number): Promise<number> {
    const rows = await this.rows.find({ select: { email: true }, where: { expires: LessThan(expiredBefore) }, take: limit });
    if (rows.length > 0) await this.rows.delete({ email: In(rows.map((row) => row.email)), expires: LessThan(expiredBefore) });
    return rows.length;
  }

  private get rows() {
    return this.database.repository(VerificationCodeRow);
  }

  private async addTries({ email, id }: VerificationCodeRow, by: 1 | -1): Promise<boolean> {
    const left = by === 1 ? { tries: LessThan(CODE_TRIES) } : {};
    const { affected } = await this.rows.increment({ email, id, ...left }, 'tries', by);
    return affected === 1;
  }

  /** By each key of the ring, the current one first; keyed, because six digits can be found by trying all of them. */
  private digests(id: string, code: string): string[] {
    return this.ring
      .keys('verification codes')
      .map(({ bytes }) => createHmac('sha256', bytes).update(`${id}:${code}`).digest('hex'));
  }
}
