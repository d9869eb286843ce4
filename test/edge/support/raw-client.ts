import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The envelope; undefined where the body is not JSON. */
  readonly envelope: Envelope | undefined;
}

export interface Envelope {
  readonly REQUEST: { readonly VERSION: string; readonly ACTION: string; readonly STATUS: string };
  readonly DATA?: unknown;
  readonly ERRORS?: { readonly CODE?: number; readonly ID?: string; readonly MSG?: string; readonly DETAILS: string };
}

/** Sends bytes as they are, for everything that a well-behaved client would not send. */
export class RawClient {
  constructor(readonly port: number) {}

  open(): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const socket = connect(this.port, '127.0.0.1', () => resolve(socket));
      socket.once('error', reject);
    });
  }

  /** One request on a connection of its own; the first answer that comes back. */
  async send(bytes: string | Uint8Array, timeoutMs = 5_000): Promise<RawAnswer> {
    const socket = await this.open();
    try {
      const answer = readAnswer(socket, timeoutMs);
      socket.write(bytes);
      return await answer;
    } finally {
      socket.destroy();
    }
  }

  /** A request with this start line, headers and body, `connection: close`. */
  request(line: string, headers: readonly string[] = [], body: string | Uint8Array = ''): Promise<RawAnswer> {
    return this.send(requestBytes(line, headers, body));
  }
}

/** Content-Length is added where there is a body and neither it nor chunks are given. */
export function requestBytes(line: string, headers: readonly string[] = [], body: string | Uint8Array = ''): Buffer {
  const bytes = Buffer.from(body);
  const measured = headers.some((header) => /^(content-length|transfer-encoding):/i.test(header));
  const lines = [
    `${line} HTTP/1.1`,
    'host: test',
    ...headers,
    ...(bytes.length > 0 && !measured ? [`content-length: ${bytes.length}`] : []),
    'connection: close',
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), bytes]);
}

export function chunked(body: string | Uint8Array, size = 1000): Buffer {
  const bytes = Buffer.from(body);
  const chunks: Buffer[] = [];
  for (let from = 0; from < bytes.length; from += size) {
    const chunk = bytes.subarray(from, from + size);
    chunks.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'));
  }
  return Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')]);
}

/** Reads one answer: until its length is reached or the other side closes. */
export function readAnswer(socket: Socket, timeoutMs = 5_000): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let bytes = Buffer.alloc(0);
    const timer = setTimeout(() => reject(new Error(`no whole answer in time: ${bytes.toString()}`)), timeoutMs);
    const finish = () => {
      clearTimeout(timer);
      socket.off('data', onData);
      if (bytes.length === 0) reject(new Error('the connection was closed without an answer'));
      else resolve(parseAnswer(bytes));
    };
    const onData = (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      if (isWhole(bytes)) finish();
    };
    socket.on('data', onData);
    // A server that closes while we still send resets the connection; what it said before counts.
    socket.on('error', finish);
    socket.once('close', finish);
  });
}

function isWhole(bytes: Buffer): boolean {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return false;
  const head = bytes.subarray(0, end).toString('latin1');
  if (head.startsWith('HTTP/1.1 100')) return false;
  const length = /\r\ncontent-length: *([0-9]+)/i.exec(head)?.[1];
  return length !== undefined && bytes.length >= end + 4 + Number(length);
}

function parseAnswer(bytes: Buffer): RawAnswer {
  const end = bytes.indexOf('\r\n\r\n');
  const [line = '', ...lines] = bytes
    .subarray(0, end === -1 ? bytes.length : end)
    .toString('latin1')
    .split('\r\n');
  const headers = Object.fromEntries(
    lines.map((header) => [header.slice(0, header.indexOf(':')).toLowerCase(), header.slice(header.indexOf(':') + 1).trim()]),
  );
  const text = end === -1 ? '' : bytes.subarray(end + 4).toString('utf8');
  let envelope: Envelope | undefined;
  try {
    envelope = JSON.parse(text) as Envelope;
  } catch {
    envelope = undefined;
  }
  return { status: Number(line.split(' ')[1]), headers, text, envelope };
}
