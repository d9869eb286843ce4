import { Optional, RequestType, Text } from '../../platform/http/input.decorators.js';
import { type Mending, BankList, ACCOUNT_FORM, type BankMatch, banksFailures, Banks } from './banks.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { AdmitEnquiry, ResolveAccount } from './account-names.js';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../kernel/caller.js';
import { Failure } from '../../kernel/failure.js';
import { comment, listOf } from '../../platform/http/presenting.js';
import { ENQUIRY_FAILURES, RESOLVE_FAILURES, presentBanks, presentResolvedAccount, presentMatch } from './banks.presenters.js';

const ACCOUNT = { pattern: ACCOUNT_FORM, form: '10 digits' };

export class BankFetchInput {
  @Optional() @Text(ACCOUNT) account?: string;
}

export class BankResolveInput {
  @Text({ max: 48 }) code: string;
  @Text(ACCOUNT) account: string;
}

export class StaffBankFetchInput {
  @RequestType(['bank', 'provider', 'unsure', 'all']) rqtp: 'bank' | 'provider' | 'unsure' | 'all';
  @Optional() @Text({ max: 48 }) rqvl?: string;
}

export class BankUpdateInput {
  @Text({ max: 40 }) provider: string;
  @Text({ max: 64 }) reqv: string;
  @Text({ max: 48 }) code: string;
  @Text() reason: string;

  get mending(): Mending {
    const { provider, reqv: providerCode, code: bank, reason } = this;
    return { provider, providerCode, bank, reason };
  }
}

@Injectable()
export class BanksOperations {
  constructor(
    private readonly directory: Banks,
    private readonly banks: BankList,
    private readonly resolveAccount: ResolveAccount,
    private readonly admitEnquiry: AdmitEnquiry,
  ) {}

  @Operation('user_bank_fetch', {
    method: 'GET',
    access: 'signed',
    missing: 400,
    present: presentBanks,
    summary: 'Banks and wallets that money can be paid out to, and whether each answers right now.',
  })
  fetch({ account }: BankFetchInput) {
    return this.banks.show(account);
  }

  @Operation('user_bank_resolve', {
    method: 'GET',
    access: 'signed',
    limit: 'enquiry',
    missing: 400,
    failures: [...RESOLVE_FAILURES, ...ENQUIRY_FAILURES],
    present: presentResolvedAccount,
    summary:
      'Whose an account at a bank is, so that a payer sees whom they pay. For users with a verified address, where one is required, and a first deposit.',
  })
  async resolve({ code, account }: BankResolveInput, caller: Caller) {
    await this.admitEnquiry.execute(caller);
    return this.resolveAccount.execute(caller.userId, code, account);
  }

  @Operation('control_bank_fetch', {
    method: 'GET',
    access: 'admin',
    permission: 'offerControl.getDataList',
    missing: 400,
    failures: [on(banksFailures.no_match, { code: 404 })],
    present: listOf(presentMatch),
    summary: 'What providers call banks: of one bank, of a provider, those whose match is not sure, or all.',
  })
  async fetchMatches({ rqtp, rqvl = '' }: StaffBankFetchInput) {
    const wanted: Record<typeof rqtp, (match: BankMatch) => boolean> = {
      bank: ({ bankCode }) => bankCode === rqvl,
      provider: ({ provider }) => provider === rqvl,
      unsure: ({ matchedBy }) => matchedBy === 'none' || matchedBy === 'cbn',
      all: () => true,
    };
    const matches = (await this.directory.matches()).filter(wanted[rqtp]);
    if (matches.length === 0) throw new Failure(banksFailures.no_match);
    return Promise.all(matches.map(async (match) => ({ match, bank: await this.directory.find(match.bankCode) })));
  }

  @Operation('control_bank_update', {
    method: 'POST',
    access: 'admin',
    permission: 'offerControl.allowModify',
    missing: 400,
    failures: [on(banksFailures.no_match, { code: 404 }), on(banksFailures.unknown_bank, { code: 400, id: 'code_invalid' })],
    present: comment('The bank was updated'),
    summary: 'Says which bank it is that a provider lists, that it is one of its own, or that it is offered to nobody.',
  })
  async update({ mending }: BankUpdateInput, caller: Caller) {
    await this.banks.mend(mending, caller);
  }
}
