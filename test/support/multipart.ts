import { hash, randomBytes } from 'node:crypto';
import { formManifest } from '../../packages/client/src/signing.js';

/** One part of a multipart body; with a file name it is a file. */
export interface FormPart {
  readonly name: string;
  readonly content: string | Buffer;
  readonly fileName?: string;
  readonly contentType?: string;
}

export interface Multipart {
  readonly contentType: string;
  readonly body: Buffer;
  /** The documented `mp1:…` hash, computed independently of the service. */
  readonly bodyHash: string;
}

/** Encodes multipart/form-data as browsers do. */
export function multipart(parts: readonly FormPart[]): Multipart {
  const boundary = `----form${randomBytes(12).toString('hex')}`;
  const chunks = parts.flatMap(({ name, content, fileName, contentType }) => {
    const file =
      fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: ${contentType ?? 'application/octet-stream'}`;
    return [`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`, content, '\r\n'];
  });
  const body = Buffer.concat([...chunks, `--${boundary}--\r\n`].map((chunk) => Buffer.from(chunk as string)));
  const hashed = parts.map(({ name, content, fileName }) => ({
    name,
    isFile: fileName !== undefined,
    sha512: hash('sha512', content, 'hex'),
  }));
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body,
    bodyHash: `mp1:${hash('sha512', formManifest(hashed), 'hex')}`,
  };
}
