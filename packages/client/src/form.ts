import { type Bytes, hex, utf8 } from './bytes.js';
import { type Digests, uniqueId } from './digests.js';
import { formBodyHash, type HashedPart } from './signing.js';

export interface UploadedFile {
  readonly content: Uint8Array | ArrayBuffer | Blob;
  readonly fileName: string;
  /** Default: that of a Blob, else application/octet-stream. */
  readonly contentType?: string;
}

export interface EncodedBody {
  readonly bytes: Bytes | undefined;
  readonly contentType: string;
  readonly bodyHash: string;
}

/** multipart/form-data, with the hash of its parts. */
export async function encodeForm(
  digests: Digests,
  file: UploadedFile,
  fields: Readonly<Record<string, unknown>>,
): Promise<EncodedBody> {
  const boundary = `----harmattan${uniqueId()}`;
  const values = Object.entries(fields).filter(([, value]) => value !== undefined);
  const content = await bytesOf(file.content);
  const hashed: HashedPart[] = [{ name: 'file', isFile: true, sha512: hex(await digests.sha512(content)) }];
  const chunks: Bytes[] = [];
  for (const [name, value] of values) {
    const bytes = utf8(String(value));
    hashed.push({ name, isFile: false, sha512: hex(await digests.sha512(bytes)) });
    chunks.push(utf8(`--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"\r\n\r\n`), bytes, utf8('\r\n'));
  }
  const disposition = `Content-Disposition: form-data; name="file"; filename="${quoted(file.fileName)}"`;
  chunks.push(utf8(`--${boundary}\r\n${disposition}\r\nContent-Type: ${typeOf(file)}\r\n\r\n`), content);
  chunks.push(utf8(`\r\n--${boundary}--\r\n`));
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return {
    bytes,
    contentType: `multipart/form-data; boundary=${boundary}`,
    bodyHash: await formBodyHash(digests, hashed),
  };
}

async function bytesOf(content: UploadedFile['content']): Promise<Bytes> {
  if (content instanceof Uint8Array) return content as Bytes;
  return new Uint8Array(content instanceof ArrayBuffer ? content : await content.arrayBuffer());
}

function typeOf({ contentType, content }: UploadedFile): string {
  const given = contentType ?? ('type' in content ? content.type : '');
  return given === '' ? 'application/octet-stream' : given;
}

/** As browsers do. */
function quoted(text: string): string {
  return text.replace(/\r/g, '%0D').replace(/\n/g, '%0A').replace(/"/g, '%22');
}
