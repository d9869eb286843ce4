import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import { AuditedUnitOfWork, type StaffMember } from '../../audit/index.js';
import { banksFailures } from '../domain/banks.failures.js';
import { BankDirectory, type BankMatch } from './ports.js';

export interface Mending {
  readonly provider: string;
  readonly providerCode: string;
  /** Our code; `none`: it is offered to nobody; `new`: a bank of its own. */
  readonly bank: string;
  readonly reason: string;
}

/** Staff say which bank it is that a provider lists. */
@Injectable()
export class MendMatch {
  constructor(
    private readonly directory: BankDirectory,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
  ) {}

  /** @throws Failure `banks.no_match`, `banks.unknown_bank` */
  async execute({ provider, providerCode, bank, reason }: Mending, by: StaffMember): Promise<void> {
    const isOurs = bank === 'none' || bank === 'new' || (await this.directory.find(bank)) !== undefined;
    await this.auditedUnitOfWork.execute(by, 'control_bank_update', async () => {
      const before = await this.directory.findMatch(provider, providerCode);
      if (!before) throw new Failure(banksFailures.no_match);
      if (!isOurs) throw new Failure(banksFailures.unknown_bank);
      const after = await this.directory.match(before, bank);
      return {
        subject: `bank:${provider}:${providerCode}`,
        before: stateOf(before),
        after: { ...stateOf(after), reason },
        result: undefined,
      };
    });
  }
}

function stateOf({ bankCode, listedName, matchedBy }: BankMatch) {
  return { code: bankCode === '' ? 'none' : bankCode, name: listedName, by: matchedBy };
}
