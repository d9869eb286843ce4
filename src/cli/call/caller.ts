import { readFile } from 'node:fs/promises';
import type { CommandEnvironment, CommandLine } from '../command-line.js';
import { UsageError } from '../command-error.js';
import type { Report } from '../report.js';
import type { Terminal } from '../terminal.js';
import { Profiles } from './profiles.js';
import { Prompter } from './prompter.js';
import { ServiceClient } from './service-client.js';

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
