import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type EntityTarget, LessThan, type ObjectLiteral } from 'typeorm';
import { HOUR_MS } from '../../../../kernel/clock.js';
import { type DerivedKey, KeyRing } from '../../../../platform/crypto/key-ring.js';
import { Database } from '../../../../platform/database/database.js';
import { isDuplicate } from '../../../../platform/database/errors.js';
import { type CodeMailing, VerificationCodes } from '../../application/ports/verification-codes.js';
import type { SentMail } from '../../domain/code-mailing.js';
import type { CodePurpose, MailedCode } from '../../domain/verification-code.js';
import { CodeMailingRow, MailedCodeRow } from './mailed-code.row.js';
import { VerificationCodeRow } from './verification-code.row.js';

const PURPOSE = 'verification codes';

@Injectable()
export class TypeormVerificationCodes extends VerificationCodes {
  constructor(
    private readonly database: Database,
    private readonly ring: KeyRing,
  ) {
    super();
  }

  async list(email: string): Promise<MailedCode[]> {
    const rows = await this.database.repository(MailedCodeRow).findBy({ email });
    return rows.map(({ networkTries, purposes, ...row }) => ({
      ...row,
      purposes: purposes.split(',') as CodePurpose[],
      triesByNetwork: JSON.parse(networkTries) as Record<string, number>,
    }));
  }

  replace(previous: MailedCode | undefined, { triesByNetwork, purposes, ...code }: MailedCode): Promise<boolean> {
    const row = { ...code, purposes: purposes.join(), networkTries: JSON.stringify(triesByNetwork) };
    const { email, slot } = code;
    return this.compareAndSet(MailedCodeRow, previous && { email, slot, version: previous.version }, row);
  }

  digitsOf(codeId: string): string {
    return digits(this.ring.current(PURPOSE), codeId);
  }

  matches(codeId: string, given: string): boolean {
    return this.ring.keys(PURPOSE).some((key) => {
      const expected = Buffer.from(digits(key, codeId));
      const tried = Buffer.from(given);
      return expected.length === tried.length && timingSafeEqual(expected, tried);
    });
  }

  /** Also another version, because a try that is counted meanwhile writes the whole row. */
  async use({ email, slot, id }: Pick<MailedCode, 'email' | 'slot' | 'id'>): Promise<boolean> {
    const codes = this.database.repository(MailedCodeRow);
    const used = { used: true, version: () => 'version + 1' };
    const { affected } = await codes.update({ email, slot, id, used: false }, used);
    return affected === 1;
  }

  async findMailing(email: string): Promise<CodeMailing> {
    const row = await this.database.repository(CodeMailingRow).findOneBy({ email });
    return { sent: JSON.parse(row?.sent ?? '[]') as SentMail[], version: row?.version ?? 0 };
  }

  replaceMailing(email: string, { version }: CodeMailing, sent: readonly SentMail[]): Promise<boolean> {
    const row = { email, sent: JSON.stringify(sent), version: version + 1, lastAt: sent.at(-1)?.at ?? 0 };
    return this.compareAndSet(CodeMailingRow, version === 0 ? undefined : { email, version }, row);
  }

  async removeExpired(now: number, limit: number): Promise<number> {
    const [codes, mailings, older] = [MailedCodeRow, CodeMailingRow, VerificationCodeRow].map((row) =>
      this.database.repository<ObjectLiteral>(row),
    );
    const expired = { where: { expires: LessThan(now) }, take: limit };
    const removed = [
      await codes!.remove(await codes!.find(expired)),
      await mailings!.remove(await mailings!.find({ where: { lastAt: LessThan(now - HOUR_MS) }, take: limit })),
      await older!.remove(await older!.find(expired)),
    ];
    return Math.max(...removed.map(({ length }) => length));
  }

  /** Inserts where there was no row. */
  private async compareAndSet<Row extends ObjectLiteral>(
    entity: EntityTarget<Row>,
    expected: Partial<Row> | undefined,
    row: Row,
  ): Promise<boolean> {
    const rows = this.database.repository<ObjectLiteral>(entity);
    if (expected) return (await rows.update(expected, row)).affected === 1;
    try {
      await rows.insert(row);
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }
}

function digits({ bytes }: DerivedKey, codeId: string): string {
  const number = createHmac('sha256', bytes).update(codeId).digest().readUIntBE(0, 6);
  return String(number % 1_000_000).padStart(6, '0');
}
