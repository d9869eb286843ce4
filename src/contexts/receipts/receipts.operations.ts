import { Choice, Day, Optional, Text } from '../../platform/http/input.decorators.js';
import { commentWithId } from '../../platform/http/presenting.js';
import { type BalanceProof, ProveBalance } from '../settlements/index.js';
import { type MadeDocument, type Receipt, Receipts, receiptFailures } from './receipts.js';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../kernel/caller.js';
import { Failure } from '../../kernel/failure.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { PdfReceipt } from './adapters/pdf-receipt.js';
import { Statements } from './statements.js';

export class ReceiptInput {
  @Text() trid: string;
  @Optional() @Choice(['json', 'pdf'], { default: 'json' }) format: 'json' | 'pdf';
}

export class UserStatementInput {
  @Text() uxid: string;
  @Day() from: string;
  @Day() to: string;
  @Optional() @Choice(['csv', 'pdf'], { default: 'pdf' }) format: 'csv' | 'pdf';
}

export class WalletStatementInput {
  @Day() from: string;
  @Day() to: string;
  @Optional() @Choice(['csv', 'pdf'], { default: 'pdf' }) format: 'csv' | 'pdf';
}

interface ProvenStatement {
  /** The id of its file, which is being made, where it is too long for an answer. */
  readonly made: MadeDocument | string;
  readonly proof: BalanceProof | undefined;
}

const presentRequested = commentWithId('Your statement is being made, we will tell you when the file is ready');

/** The receipt itself, whose fields are signed as they are; or a file in base64. */
export function presentReceipt(receipt: Receipt | MadeDocument) {
  return 'bytes' in receipt ? presentDocument(receipt) : receipt;
}

export function presentStatement({ made, proof }: ProvenStatement) {
  const statement = typeof made === 'string' ? presentRequested(made) : presentDocument(made);
  return { ...statement, balance_proof: proof ? JSON.stringify(proof) : '' };
}

export function presentDocument({ fileName, contentType, bytes }: MadeDocument) {
  return { fileName, fileType: contentType, fileSize: bytes.length, content: bytes.toString('base64') };
}

@Injectable()
export class ReceiptsOperations {
  constructor(
    private readonly receipts: Receipts,
    private readonly statements: Statements,
    private readonly proveBalance: ProveBalance,
    private readonly pdf: PdfReceipt,
  ) {}

  @Operation('user_transfer_receipt', {
    method: 'GET',
    access: 'signed',
    limit: 'lookup',
    missing: 400,
    failures: [on(receiptFailures.not_found)],
    present: presentReceipt,
    summary: 'The signed receipt of a transfer, for its sender and its receiver; /receipts/verify checks it.',
  })
  async ofTransfer({ trid, format }: ReceiptInput, { userId }: Caller) {
    const receipt = await this.receipts.ofTransfer(trid, userId);
    return format === 'pdf' ? this.pdf.write(receipt) : receipt;
  }

  @Operation('service_receipt_fetch', {
    method: 'GET',
    access: 'signed',
    limit: 'lookup',
    missing: 400,
    failures: [on(receiptFailures.not_found)],
    present: presentReceipt,
    summary: 'The signed receipt of a purchase, with its token, for its buyer; /receipts/verify checks it.',
  })
  async ofPurchase({ trid, format }: ReceiptInput, { userId }: Caller) {
    const receipt = await this.receipts.ofPurchase(trid, userId);
    return format === 'pdf' ? this.pdf.write(receipt) : receipt;
  }

  @Operation('user_payout_receipt', {
    method: 'GET',
    access: 'signed',
    limit: 'lookup',
    missing: 400,
    failures: [on(receiptFailures.not_found)],
    present: presentReceipt,
    summary:
      'The signed receipt of a payout, for its payer, with the receiving name, bank and account, and the session of the rail as reference; /receipts/verify checks it.',
  })
  async ofPayout({ trid, format }: ReceiptInput, { userId }: Caller) {
    const receipt = await this.receipts.ofPayout(trid, userId);
    return format === 'pdf' ? this.pdf.write(receipt) : receipt;
  }

  @Operation('user_wallet_statement', {
    method: 'GET',
    access: 'signed',
    limit: 'lookup',
    missing: 400,
    failures: [
      on(receiptFailures.period_invalid, { code: 400, id: 'period_invalid' }),
      on(receiptFailures.statement_running, { code: 409, id: 'statement_running' }),
      on(receiptFailures.statements_exhausted, { id: 'statements_exhausted' }),
    ],
    present: presentStatement,
    summary:
      'The history of the wallet from one day to another, both included, as a file. One over 512 KB is made in the background, and told by mail and notice: MKID is its marker, which core_file_fetch shows for 7 days; one at a time, at most 10 a day. Where the operator listed all wallets of the last day, balance_proof shows that the balance is counted in it.',
  })
  async ofWallet({ from, to, format }: WalletStatementInput, { userId }: Caller) {
    const made = await this.statements.make(userId, { from, to, format });
    return { made, proof: await this.proveBalance.execute(userId, to) };
  }

  @Operation('control_user_wallet_statement', {
    method: 'GET',
    access: 'admin',
    permission: 'userControl.viewHistory',
    missing: 400,
    reads: ({ uxid }: UserStatementInput) => `user:${uxid}`,
    failures: [
      on(receiptFailures.not_found, { code: 404 }),
      on(receiptFailures.period_invalid, { code: 400, id: 'period_invalid' }),
      on(receiptFailures.statement_too_long, { code: 400, id: 'statement_too_long' }),
    ],
    present: presentDocument,
    summary: 'The history of the wallet of a user from one day to another, both included, as a file of at most 512 KB.',
  })
  async ofUser({ uxid, from, to, format }: UserStatementInput) {
    const statement = await this.statements.makeShort(uxid, { from, to, format });
    if (!statement) throw new Failure(receiptFailures.statement_too_long);
    return statement;
  }
}
