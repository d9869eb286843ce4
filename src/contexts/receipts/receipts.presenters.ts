import type { MadeDocument } from './domain/made-document.js';
import type { Receipt } from './domain/receipt.js';

/** The receipt itself, whose fields are signed as they are; or a file in base64. */
export function presentReceipt(receipt: Receipt | MadeDocument) {
  return 'bytes' in receipt ? presentDocument(receipt) : receipt;
}

export function presentDocument({ fileName, contentType, bytes }: MadeDocument) {
  return { fileName, fileType: contentType, fileSize: bytes.length, content: bytes.toString('base64') };
}
