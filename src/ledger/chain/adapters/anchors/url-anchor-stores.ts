import { fileURLToPath } from 'node:url';
import { S3FileStorage } from '../../../../platform/storage/s3-file-storage.js';
import { AnchorStores, type Anchors } from '../../application/ports.js';
import { FileAnchors } from './file-anchors.js';
import { ObjectAnchors } from './object-anchors.js';

/** `file:///path` or `s3:` and an address as in S3_URL. */
export class UrlAnchorStores extends AnchorStores {
  at(url: string): Anchors {
    return url.startsWith('s3:')
      ? new ObjectAnchors(new S3FileStorage(url.slice('s3:'.length)))
      : new FileAnchors(fileURLToPath(url));
  }
}
