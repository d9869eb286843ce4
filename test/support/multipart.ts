import { createHash, randomBytes } from 'node:crypto';

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
  const lines = parts.map(
    ({ name, content, fileName }) =>
      `${fileName === undefined ? 'v' : 'f'}:${name}:${createHash('sha512').update(content).digest('hex')}\n`,
  );
  const manifest = lines.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))).join('');
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body,
    bodyHash: `mp1:${createHash('sha512').update(manifest).digest('hex')}`,
  };
}
