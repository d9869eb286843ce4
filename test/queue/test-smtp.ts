import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

export interface Received {
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  readonly raw: string;
  readonly mail: Email;
}

/** A real SMTP server; `answers` are given to the next recipients instead of taking them. */
export class TestSmtp {
  readonly received: Received[] = [];
  readonly answers: { responseCode: number; message: string }[] = [];
  readonly asked: string[] = [];
  readonly users: string[] = [];
  /** Recipients whose mails are read and not yet accepted. */
  readonly held: string[] = [];
  /** Which mails are accepted only after `release`. */
  holds: (to: string) => boolean = () => false;
  private releases: (() => void)[] = [];
  private readonly server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) => {
      this.users.push(`${username}/${password}`);
      done(null, { user: username });
    },
    onRcptTo: ({ address }, _session, done) => {
      this.asked.push(address);
      const answer = this.answers.shift();
      done(answer ? Object.assign(new Error(answer.message), { responseCode: answer.responseCode }) : null);
    },
    onData: (stream, session, done) => void this.take(stream, session).finally(done),
  });

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', () => resolve()));
    const { port } = this.server.server.address() as AddressInfo;
    return `smtp://har%40mattan:p%3Ass@127.0.0.1:${port}`;
  }

  get recipients(): string[] {
    return this.received.map(({ envelope }) => envelope.to[0]!);
  }

  release(): void {
    this.holds = () => false;
    for (const release of this.releases.splice(0)) release();
  }

  close(): Promise<void> {
    this.release();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private async take(stream: SMTPServerDataStream, { envelope }: SMTPServerSession): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks).toString('utf8');
    const { mailFrom, rcptTo } = envelope;
    const addresses = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) };
    const [to] = addresses.to as [string];
    if (this.holds(to)) {
      this.held.push(to);
      await new Promise<void>((resolve) => this.releases.push(resolve));
      this.held.splice(this.held.indexOf(to), 1);
    }
    this.received.push({ envelope: addresses, raw, mail: await PostalMime.parse(raw) });
  }
}
