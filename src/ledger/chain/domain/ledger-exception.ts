import { createHmac } from 'node:crypto';
import { faultDigest } from './faults.js';
import type { ChainKey } from './hash-chain.js';
import type { WrongRow } from './stored-rows.js';

export interface Signature {
  readonly operator: string;
  readonly signedAt: number;
  readonly keyId: string;
  /** HMAC under a key of the chain, in hex. */
  readonly seal: string;
}

export interface ExceptedFault extends WrongRow {
  readonly digest: string;
  readonly reason: string;
}

/** A fault that operators set aside; whatever else is wrong, also with the same row, stays a fault. */
export interface LedgerException extends ExceptedFault {
  readonly signatures: readonly Signature[];
}

type Keys = ReadonlyMap<string, ChainKey>;

/** Missing files leave other faults unseen, anchors are outside of the database, and a checkpoint is made anew. */
const NEVER_ACCEPTED: ReadonlySet<string> = new Set(['ledger_archive', 'anchors', 'ledger_checkpoint']);

export function isAcceptable({ table }: WrongRow): boolean {
  return !NEVER_ACCEPTED.has(table);
}

/** @param before the signature of the first operator, where this is the second */
export function signatureOf(
  fault: ExceptedFault,
  signed: Pick<Signature, 'operator' | 'signedAt'>,
  key: ChainKey,
  before?: Signature,
): Signature {
  return { ...signed, keyId: key.id, seal: sealOf(fault, signed, key, before?.seal) };
}

/** Digests of the faults that two different operators signed for, under keys of this installation. */
export function acceptedDigests(exceptions: readonly LedgerException[], keys: Keys): ReadonlySet<string> {
  return new Set(exceptions.filter((exception) => isAccepted(exception, keys)).map(({ digest }) => digest));
}

/** Whether it is the fault that its digest names, signed by these operators. */
export function isSigned(exception: LedgerException, keys: Keys): boolean {
  const { signatures } = exception;
  return (
    isAcceptable(exception) &&
    exception.digest === faultDigest(exception) &&
    signatures.every((signature, index) => {
      const key = keys.get(signature.keyId);
      return key !== undefined && signature.seal === sealOf(exception, signature, key, signatures[index - 1]?.seal);
    })
  );
}

export function isSameOperator(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

function isAccepted(exception: LedgerException, keys: Keys): boolean {
  const [first, second] = exception.signatures;
  if (!first || !second || isSameOperator(first.operator, second.operator)) return false;
  return isSigned(exception, keys);
}

function sealOf(
  { digest, table, key: row, column, expected, found, reason }: ExceptedFault,
  { operator, signedAt }: Pick<Signature, 'operator' | 'signedAt'>,
  { secret }: ChainKey,
  before = '',
): string {
  const content = ['ledger exception', digest, table, row, column, expected, found, reason, operator, signedAt, before];
  return createHmac('sha256', secret).update(JSON.stringify(content)).digest('hex');
}
