import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type EntityTarget, LessThan, type ObjectLiteral } from 'typeorm';
import { HOUR_MS } from '../../../../kernel/clock.js';
import { type DerivedKey, KeyRing } from '../../../../platform/crypto/key-ring.js';
import { Database } from '../../../../platform/database/database.js';
import { isDuplicate } from '../../../../platform/database/errors.js';
import { type CodeMailing, type CodeText, VerificationCodes } from '../../application/ports/credentials.js';
import type { SentMail } from '../../domain/code-mailing.js';
import {
  asTyped,
  type CodePurpose,
  isLong,
  LONG_CODE_LENGTH,
  LONG_CODE_LETTERS,
  type MailedCode,
} from '../../domain/verification-code.js';
import { CodeMailingRow, MailedCodeRow } from './sign-in.rows.js';

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

  textOf(code: CodeText): string {
    return textUnder(this.ring.current(PURPOSE), code);
  }

  matches(code: CodeText, typed: string): boolean {
    const tried = Buffer.from(asTyped(typed));
    return this.ring.keys(PURPOSE).some((key) => {
      const expected = Buffer.from(textUnder(key, code));
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
    const [codes, mailings] = [this.database.repository(MailedCodeRow), this.database.repository(CodeMailingRow)];
    const removed = [
      await codes.remove(await codes.find({ where: { expires: LessThan(now) }, take: limit })),
      await mailings.remove(await mailings.find({ where: { lastAt: LessThan(now - HOUR_MS) }, take: limit })),
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

/** Bound to the address: whoever can write SQL could else give the code of an own address to another one. */
function textUnder({ bytes }: DerivedKey, code: CodeText): string {
  const { email, slot, id } = code;
  const digest = createHmac('sha256', bytes)
    .update(JSON.stringify([email, slot, id]))
    .digest();
  if (!isLong(code)) return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
  return Array.from(digest.subarray(0, LONG_CODE_LENGTH), (byte) => LONG_CODE_LETTERS[byte % LONG_CODE_LETTERS.length]).join('');
}
