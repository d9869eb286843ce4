import { commentWithId } from '../../platform/http/presenting.js';
import type { BalanceProof } from '../settlements/index.js';
import type { MadeDocument } from './domain/made-document.js';
import type { Receipt } from './domain/receipt.js';

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
