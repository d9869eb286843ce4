import { VirusScanner } from '../../processing.js';
import { connect, type Socket } from 'node:net';

export class NoVirusScanner extends VirusScanner {
  scan(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}

const TIMEOUT_MS = 60_000;
/** Must be below clamd's StreamMaxLength. */
const CHUNK_BYTES = 65_536;

/** A ClamAV daemon, by INSTREAM on one connection for each scan. */
export class ClamdVirusScanner extends VirusScanner {
  private readonly url: URL;

  /** @param url `tcp://host:port` or `unix:///path` */
  constructor(url: string) {
    super();
    this.url = new URL(url);
  }

  async scan(bytes: Buffer): Promise<string | undefined> {
    const answer = await this.request(bytes);
    if (answer === 'stream: OK') return undefined;
    const found = /^stream: (.+) FOUND$/s.exec(answer)?.[1];
    if (found === undefined) throw new Error(`clamd did not scan: ${answer.slice(0, 100)}`);
    return found;
  }

  private async request(bytes: Buffer): Promise<string> {
    const socket = this.open();
    try {
      return await new Promise<string>((resolve, reject) => {
        const answer: Buffer[] = [];
        socket.setTimeout(TIMEOUT_MS, () => reject(new Error('clamd does not answer')));
        socket.on('error', reject);
        socket.on('data', (chunk) => answer.push(chunk));
        // clamd closes the connection after its answer, also during the sending when the content is too large.
        socket.on('close', () => resolve(Buffer.concat(answer).toString('utf8').replace(/\0.*$/s, '')));
        for (const chunk of instream(bytes)) socket.write(chunk);
      });
    } finally {
      socket.destroy();
    }
  }

  private open(): Socket {
    return this.url.protocol === 'unix:'
      ? connect(decodeURIComponent(this.url.pathname))
      : connect(Number(this.url.port), this.url.hostname.replace(/^\[|\]$/g, ''));
  }
}

function* instream(bytes: Buffer): Generator<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  for (let place = 0; place < bytes.length; place += CHUNK_BYTES) {
    const chunk = bytes.subarray(place, place + CHUNK_BYTES);
    yield lengthOf(chunk.length);
    yield chunk;
  }
  yield lengthOf(0);
}

function lengthOf(length: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  return bytes;
}
