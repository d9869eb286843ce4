import { once } from 'node:events';
import { createServer, type Server, type Socket, type AddressInfo } from 'node:net';

const COMMAND = Buffer.from('zINSTREAM\0');

/** A simulated ClamAV daemon with the INSTREAM command. A content with the mark is infected. */
export class ClamdServer {
  /** Contents received. */
  readonly scanned: Buffer[] = [];
  /** Answers with an error. */
  isBroken = false;
  /** Answers only after this. */
  pause: Promise<void> = Promise.resolve();
  private readonly server: Server;

  constructor(private readonly mark: string) {
    this.server = createServer((socket) => this.serve(socket));
  }

  async start(): Promise<this> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return this;
  }

  get url(): string {
    return `tcp://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.close();
  }

  private serve(socket: Socket): void {
    let received = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const content = readInstream(received);
      if (content) void this.answer(content).then((text) => socket.end(`${text}\0`));
    });
  }

  private async answer(content: Buffer): Promise<string> {
    await this.pause;
    if (this.isBroken) return 'INSTREAM: Can’t allocate memory ERROR';
    this.scanned.push(content);
    return content.includes(this.mark) ? 'stream: Test.Virus.UNOFFICIAL FOUND' : 'stream: OK';
  }
}

/** The content once it is complete. */
function readInstream(received: Buffer): Buffer | undefined {
  if (!received.subarray(0, COMMAND.length).equals(COMMAND)) return undefined;
  const pieces: Buffer[] = [];
  for (let place = COMMAND.length; place + 4 <= received.length;) {
    const length = received.readUInt32BE(place);
    if (length === 0) return Buffer.concat(pieces);
    pieces.push(received.subarray(place + 4, place + 4 + length));
    place += 4 + length;
  }
  return undefined;
}
