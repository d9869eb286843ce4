import { commentWithId } from '../../platform/http/presenting.js';
import type { MadeDocument } from './domain/made-document.js';
import type { Receipt } from './domain/receipt.js';

const presentRequested = commentWithId('Your statement is being made, we will tell you when the file is ready');

/** The receipt itself, whose fields are signed as they are; or a file in base64. */
export function presentReceipt(receipt: Receipt | MadeDocument) {
  return 'bytes' in receipt ? presentDocument(receipt) : receipt;
}

/** A statement that is too long for an answer is only its id. */
export function presentStatement(statement: MadeDocument | string) {
  return typeof statement === 'string' ? presentRequested(statement) : presentDocument(statement);
}

export function presentDocument({ fileName, contentType, bytes }: MadeDocument) {
  return { fileName, fileType: contentType, fileSize: bytes.length, content: bytes.toString('base64') };
}
