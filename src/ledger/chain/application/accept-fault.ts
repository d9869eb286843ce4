import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { isAcceptable, isSameOperator, isSigned, type LedgerException, signatureOf } from '../domain/ledger-exception.js';
import { openKeys, ChainKeys, LedgerExceptions, LedgerReader } from './ports.js';
import { VerifyLedger } from './verify-ledger.js';

export interface AcceptedFault {
  readonly exception: LedgerException;
  readonly isAccepted: boolean;
}

export type NotAccepted =
  | 'no such fault'
  | 'never accepted'
  | 'the same operator'
  | 'accepted already'
  | 'not signed by us'
  | 'no reason';

/** Sets aside a fault that is there now: one operator signs, then another one. */
@Injectable()
export class AcceptFault {
  constructor(
    private readonly verifyLedger: VerifyLedger,
    private readonly exceptions: LedgerExceptions,
    private readonly books: LedgerReader,
    private readonly keys: ChainKeys,
    private readonly clock: Clock,
  ) {}

  async execute(digest: string, operator: string, reason: string): Promise<AcceptedFault | NotAccepted> {
    const known = (await this.exceptions.all()).find((exception) => exception.digest === digest);
    if (known && known.signatures.length > 1) return 'accepted already';
    // Signed for is only what is found wrong now, not what somebody wrote down.
    const { faults } = await this.verifyLedger.execute({ keepsCheckpoint: false });
    const fault = faults.find((each) => each.digest === digest);
    if (!fault) return 'no such fault';
    if (!isAcceptable(fault)) return 'never accepted';
    const first = known?.signatures[0];
    if (known && !isSigned(known, await this.books.read((snapshot) => openKeys(snapshot, this.keys)))) return 'not signed by us';
    if (first && isSameOperator(first.operator, operator)) return 'the same operator';
    if (!first && reason === '') return 'no reason';
    const excepted = { ...fault, reason: known?.reason ?? reason };
    const signature = signatureOf(excepted, { operator, signedAt: this.clock.now() }, this.keys.current, first);
    await this.exceptions.sign(excepted, first ? 2 : 1, signature);
    const signatures = [...(known?.signatures ?? []), signature];
    return { exception: { ...excepted, signatures }, isAccepted: signatures.length > 1 };
  }
}
