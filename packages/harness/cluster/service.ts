/** The processes of the built service: `api` and `worker`, on one database and one Redis. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { root } from '../root.js';
import { fixedPort } from '../servers/ports.js';
import { makeServerDirectory, PrivateServer, type ServerSpec } from '../servers/private-server.js';
import { type CommandResult, isOk, runToEnd } from '../servers/processes.js';
import type { TcpProxy } from '../servers/tcp-proxy.js';

export type Role = 'api' | 'worker';
type Settings = Readonly<Record<string, string>>;

/** What a process reaches its servers through, where its connections are to be cut. */
export interface Links {
  readonly database: TcpProxy;
  /** Undefined where its clients learn the addresses of the servers from one another. */
  readonly redis: TcpProxy | undefined;
}

export class ServiceProcess extends PrivateServer {
  constructor(
    readonly role: Role,
    spec: ServerSpec,
    readonly links: Links | undefined,
  ) {
    super(spec);
  }

  override async stop(): Promise<void> {
    await super.stop();
    await Promise.all([this.links?.database.close(), this.links?.redis?.close()]);
  }
}

export class Service {
  readonly processes: ServiceProcess[] = [];
  /** With the `dist` of which processes are started and commands run from now on. */
  folder: string;
  readonly webhookSecret = `whsec_${randomBytes(24).toString('base64')}`;
  readonly #environment: NodeJS.ProcessEnv;

  /** @param settings environment variables for all processes @param forCommands for operator commands only */
  constructor(
    settings: Settings,
    private readonly forCommands: Settings,
    folder = root,
  ) {
    this.folder = folder;
    const { PATH, HOME } = process.env;
    const secrets = { APP_KEY: randomBytes(32).toString('base64'), SANDBOX_WEBHOOK_SECRET: this.webhookSecret };
    this.#environment = { PATH, HOME, ...secrets, ...settings };
  }

  get api(): ServiceProcess[] {
    return this.processes.filter(({ role }) => role === 'api');
  }

  get workers(): ServiceProcess[] {
    return this.processes.filter(({ role }) => role === 'worker');
  }

  /** Made and not started. @param settings of this process, over those of all */
  async add(role: Role, name: string, settings: Settings = {}, links?: Links): Promise<ServiceProcess> {
    const port = await fixedPort();
    const directory = makeServerDirectory(name);
    const url = `http://127.0.0.1:${port}`;
    const env = { ...this.#environment, ...settings, ROLE: role, PORT: String(port), DATA_DIR: directory };
    const args = () => ['--enable-source-maps', join(this.folder, 'dist/main.js')];
    const isReady = () => isOk(`${url}/readyz`);
    const spec = { name, command: process.execPath, args, env, directory, port, url, isReady };
    const node = new ServiceProcess(role, spec, links);
    this.processes.push(node);
    return node;
  }

  async stop(): Promise<void> {
    await Promise.all(this.processes.map((node) => node.stop()));
  }

  /** Runs an operator command. */
  async runCommand(...args: string[]): Promise<CommandResult> {
    const { directory } = this.processes[0]!;
    const env = { ...this.#environment, ...this.forCommands, DATA_DIR: directory };
    return runToEnd([join(this.folder, 'dist/cli.js'), ...args], directory, env);
  }

  /** To the schema of the version in `folder`. @throws Error with what the command says */
  async migrate(...options: string[]): Promise<void> {
    const { exitCode, output } = await this.runCommand('migrate', ...options);
    if (exitCode !== 0) throw new Error(`migrate exits with ${exitCode}: ${output.trim()}`);
  }
}
