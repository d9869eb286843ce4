import { connect, type Socket } from 'node:net';
import { VirusScanner } from '../../application/ports/virus-scanner.js';

const ANSWER_MS = 60_000;
/** clamd takes pieces of any size below its StreamMaxLength. */
const PIECE_BYTES = 65_536;

/** A ClamAV daemon, asked by its INSTREAM command: each scan is a connection of its own. */
export class ClamdVirusScanner extends VirusScanner {
  private readonly url: URL;

  /** @param url `tcp://host:port` or `unix:///path` */
  constructor(url: string) {
    super();
    this.url = new URL(url);
  }

  async scan(bytes: Buffer): Promise<string | undefined> {
    const answer = await this.ask(bytes);
    if (answer === 'stream: OK') return undefined;
    const found = /^stream: (.+) FOUND$/s.exec(answer)?.[1];
    if (found === undefined) throw new Error(`clamd did not scan: ${answer.slice(0, 100)}`);
    return found;
  }

  private async ask(bytes: Buffer): Promise<string> {
    const socket = this.open();
    try {
      return await new Promise<string>((resolve, reject) => {
        const answer: Buffer[] = [];
        socket.setTimeout(ANSWER_MS, () => reject(new Error('clamd does not answer')));
        socket.on('error', reject);
        socket.on('data', (chunk) => answer.push(chunk));
        // It closes the connection after its answer, and in the middle of our words when they are too many.
        socket.on('close', () => resolve(Buffer.concat(answer).toString('utf8').replace(/\0.*$/s, '')));
        for (const piece of instream(bytes)) socket.write(piece);
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

/** The command, the content in pieces that each tell their length, and a piece of nothing. */
function* instream(bytes: Buffer): Generator<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  for (let place = 0; place < bytes.length; place += PIECE_BYTES) {
    const piece = bytes.subarray(place, place + PIECE_BYTES);
    yield lengthOf(piece.length);
    yield piece;
  }
  yield lengthOf(0);
}

function lengthOf(length: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  return bytes;
}
