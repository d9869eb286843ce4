import { createInterface, type Interface } from 'node:readline';
import { type Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { CommandError } from '../command-error.js';

type Input = Readable & { readonly isTTY?: boolean };

/** Answers of a person on a terminal, otherwise the lines of the standard input. */
export class Prompter {
  private lines: AsyncIterator<string> | undefined;
  private reader: Interface | undefined;

  constructor(
    private readonly input: Input,
    private readonly output: Writable,
  ) {}

  get isTerminal(): boolean {
    return this.input.isTTY === true;
  }

  ask(question: string): Promise<string> {
    return this.isTerminal ? this.askPerson(question, this.output) : this.nextLine();
  }

  /** Asks without an echo. */
  async askSecret(question: string): Promise<string> {
    if (!this.isTerminal) return this.nextLine();
    this.output.write(question);
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    try {
      return await this.askPerson('', nowhere);
    } finally {
      this.output.write('\n');
    }
  }

  /** Reads a line without an echo on a terminal. */
  async readAll(): Promise<Buffer> {
    return this.isTerminal ? Buffer.from(await this.askSecret('Value: ')) : buffer(this.input);
  }

  close(): void {
    this.reader?.close();
  }

  private askPerson(question: string, output: Writable): Promise<string> {
    const reader = createInterface({ input: this.input, output, terminal: true });
    return new Promise((resolve, reject) => {
      reader.once('close', () => reject(new CommandError('Cancelled.')));
      reader.once('SIGINT', () => reader.close());
      reader.question(question, (answer) => {
        resolve(answer);
        reader.close();
      });
    });
  }

  private async nextLine(): Promise<string> {
    this.reader ??= createInterface({ input: this.input });
    this.lines ??= this.reader[Symbol.asyncIterator]();
    const { value, done } = await this.lines.next();
    return done === true ? '' : value;
  }
}
