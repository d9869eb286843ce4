import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { CommandError, UsageError, type Report, type Terminal } from '../terminal.js';
import { createInterface, type Interface } from 'node:readline';
import { type Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { readFile } from 'node:fs/promises';
import type { CommandEnvironment, CommandLine } from '../command-line.js';
import { ServiceClient } from './service-client.js';

const PROFILE = z.object({
  url: z.string(),
  email: z.string(),
  userid: z.string(),
  pbcKey: z.string(),
  secret: z.string(),
  /** Unix seconds. */
  expires: z.number(),
  /** Lets the service recognise the device: a new login with the profile ends its former session. */
  deviceSerial: z.string(),
});

export type Profile = z.infer<typeof PROFILE>;

const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/;

/** Profiles in files that only their owner may read, outside of the project. */
export class Profiles {
  readonly folder: string;

  constructor(environment: NodeJS.ProcessEnv) {
    const base = environment['XDG_CONFIG_HOME'] || join(environment['HOME'] || homedir(), '.config');
    this.folder = join(base, 'harmattan', 'profiles');
  }

  path(name: string): string {
    if (!NAME.test(name))
      throw new UsageError(`A profile cannot be called ${name}: letters, digits, dots and dashes, at most 64.`);
    return join(this.folder, `${name}.json`);
  }

  names(): string[] {
    try {
      const files = readdirSync(this.folder).filter((file) => file.endsWith('.json'));
      return files.map((file) => file.slice(0, -'.json'.length)).sort();
    } catch {
      return [];
    }
  }

  /** @throws CommandError for a file that is no profile */
  find(name: string): Profile | undefined {
    const path = this.path(name);
    try {
      return PROFILE.parse(JSON.parse(readFileSync(path, 'utf8')));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      if (error instanceof Error && 'syscall' in error) throw error;
      throw new CommandError(`${path} is not a profile: delete it, and log in again.`);
    }
  }

  save(name: string, profile: Profile): void {
    const path = this.path(name);
    const draft = `${path}.${randomUUID()}`;
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    chmodSync(this.folder, 0o700);
    writeFileSync(draft, `${JSON.stringify(profile, null, 2)}\n`, { mode: 0o600 });
    renameSync(draft, path);
  }

  remove(name: string): void {
    rmSync(this.path(name), { force: true });
  }
}

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

const DEFAULT_PORT = 3000;

export interface CallerOptions {
  readonly profile?: string;
  readonly url?: string;
  readonly json?: boolean;
}

interface Question {
  readonly variable: string;
  readonly label: string;
  readonly isSecret?: boolean;
}

export const QUESTIONS = {
  email: { variable: 'HARMATTAN_EMAIL', label: 'E-mail address' },
  firstName: { variable: 'HARMATTAN_FIRST_NAME', label: 'First name' },
  lastName: { variable: 'HARMATTAN_LAST_NAME', label: 'Last name' },
  password: { variable: 'HARMATTAN_PASSWORD', label: 'Password', isSecret: true },
  code: { variable: 'HARMATTAN_CODE', label: 'Code of the second factor' },
} satisfies Record<string, Question>;

/** Profile, service and keyboard of a command that calls the service over HTTP. */
export class Caller {
  readonly profiles: Profiles;
  readonly profileName: string;
  readonly url: string;
  readonly client: ServiceClient;
  readonly prompter: Prompter;
  /** Options that name the same profile and service in another command. */
  readonly sameOptions: string;
  private readonly environment: NodeJS.ProcessEnv;

  constructor({ environment, stdin = process.stdin, stderr }: CommandEnvironment, options: CallerOptions) {
    this.environment = environment;
    this.profiles = new Profiles(environment);
    this.profileName = options.profile ?? (environment['HARMATTAN_PROFILE'] || 'default');
    this.url = baseUrl(options.url ?? this.profiles.find(this.profileName)?.url ?? defaultUrl(environment));
    this.client = new ServiceClient(this.url);
    this.prompter = new Prompter(stdin, stderr);
    const profile = this.profileName === 'default' ? '' : ` --profile ${this.profileName}`;
    this.sameOptions = profile + (options.url === undefined ? '' : ` --url ${options.url}`);
  }

  close(): void {
    this.prompter.close();
  }

  /** A value of the environment, else the answer of a person or of the standard input. @throws UsageError without either */
  async ask({ variable, label, isSecret }: Question): Promise<string> {
    const given = this.environment[variable];
    if (given) return given;
    const answer = await (isSecret ? this.prompter.askSecret(`${label}: `) : this.prompter.ask(`${label}: `));
    if (answer !== '') return answer;
    throw new UsageError(`${label} is missing: set ${variable}, or write it to the standard input.`);
  }

  /** A person types it twice. */
  async askNewPassword(): Promise<string> {
    const password = await this.ask(QUESTIONS.password);
    if (!this.prompter.isTerminal || this.environment[QUESTIONS.password.variable]) return password;
    if ((await this.prompter.askSecret('The same once more: ')) !== password) throw new UsageError('The passwords differ.');
    return password;
  }

  /** `-` is the standard input, on a terminal a line that is not shown. */
  async readFile(path: string): Promise<Buffer> {
    if (path === '-') return this.prompter.readAll();
    try {
      return await readFile(path);
    } catch (error) {
      throw new UsageError(`Cannot read ${path} (${(error as NodeJS.ErrnoException).code}).`);
    }
  }
}

/** Reports what the work does. */
export function runCaller(
  cli: CommandLine,
  options: CallerOptions,
  work: (caller: Caller, terminal: Terminal) => Promise<Report | undefined>,
): Promise<void> {
  return cli.report(options, async (terminal) => {
    const caller = new Caller(cli.environment, options);
    try {
      return await work(caller, terminal);
    } finally {
      caller.close();
    }
  });
}

function defaultUrl({ HARMATTAN_URL: url, PORT: port }: NodeJS.ProcessEnv): string {
  return url || `http://127.0.0.1:${port || DEFAULT_PORT}`;
}

/** `localhost:3000` is taken for http. @throws UsageError */
function baseUrl(text: string): string {
  const url = /^[a-z]+:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(url) || !/^https?:/i.test(url)) throw new UsageError(`${text} is not an http address.`);
  return url.replace(/\/+$/, '');
}
