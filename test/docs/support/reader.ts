import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { provideNode24 } from '../../../packages/harness/servers/node-24.js';
import { type ServiceProcess, startProcess } from '../../support/service-process.js';
import type { Block } from './blocks.js';
import { differenceFrom } from './shown.js';
import { until } from '../../support/until.js';
import { type Shell, Terminal } from './terminal.js';

const root = resolve(import.meta.dirname, '../../..');
const ADDRESS = 'http://127.0.0.1:3000';
/** What a shell says of a line that it does not understand, and the service of a request that it refuses. */
const REFUSAL = /^(?:bash|dash|fish|zsh): |"STATUS": ?"FAILED"|^Traceback /m;

/** A folder with the commands of this project and nothing else, as after `git clone` and `npm start`, in a folder of its own. */
export function cloneInto(home: string): string {
  const folder = join(mkdtempSync(join(home, 'document-')), 'harmattan');
  mkdirSync(folder);
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'));
  for (const name of ['harmattan', 'scripts']) symlinkSync(join(root, name), join(folder, name));
  return folder;
}

/** Somebody who reads documents beside a running service, and pastes and saves what they show. */
export class Reader {
  private constructor(
    private readonly shell: Shell,
    private readonly home: string,
    readonly service: ServiceProcess,
  ) {}

  static async withService(shell: Shell): Promise<Reader> {
    const home = mkdtempSync(join(tmpdir(), `harmattan-${shell}-`));
    for (const name of ['data', 'backups']) mkdirSync(join(home, name));
    return new Reader(shell, home, await startProcess({ DATA_DIR: join(home, 'data'), WEBHOOK_LOOPBACK: 'allowed' }));
  }

  async close(): Promise<void> {
    await this.service.end('SIGTERM');
    rmSync(this.home, { recursive: true, force: true });
  }

  /** Pastes what is for a terminal, and saves files where the terminal is. @returns what was not as shown */
  async follow(blocks: readonly Block[]): Promise<string[]> {
    const folder = cloneInto(this.home);
    const terminal = this.open(folder);
    const others: { readonly block: Block; readonly terminal: Terminal }[] = [];
    const faults: string[] = [];
    try {
      for (const block of blocks) {
        const code = this.here(block.code);
        if (block.language !== 'sh') {
          const { output } = await terminal.paste('pwd');
          writeFileSync(join(output.trim(), block.info), code);
        } else if (block.info === 'until-stopped') {
          const other = this.open(folder);
          other.start(code);
          // A reader goes on when it says that it has begun: what happens before is not told to it.
          const [first] = block.shown?.split('\n') ?? [''];
          await until(() => other.output.includes(first!.split('…')[0]!));
          others.push({ block, terminal: other });
        } else if (!block.info.startsWith('no-run')) {
          faults.push(...this.#faults(block, await terminal.paste(code)));
        }
      }
      for (const { block, terminal: other } of others) faults.push(...(await this.#faultsLater(block, other)));
    } finally {
      await Promise.all([terminal, ...others.map(({ terminal: other }) => other)].map((each) => each.close()));
    }
    return faults;
  }

  /** Saves the program and runs it, where the clients are installed. @returns what was not as shown */
  async run(program: Block, folder: string): Promise<string[]> {
    writeFileSync(join(folder, program.info), this.here(program.code));
    const terminal = this.open(folder);
    try {
      const command = program.language === 'ts' ? 'node' : '.venv/bin/python';
      return this.#faults(program, await terminal.paste(`${command} ${program.info}`));
    } finally {
      await terminal.close();
    }
  }

  open(folder: string): Terminal {
    return new Terminal(this.shell, folder, this.#environment());
  }

  /** With the address of this service. */
  here(code: string): string {
    return code.replaceAll(ADDRESS, this.service.url);
  }

  #faults({ place, shown }: Block, { output, status }: { output: string; status: number }): string[] {
    const printed = output.replaceAll(this.service.url, ADDRESS);
    if (status !== 0) return [`${place} ends with ${status}:\n${printed}`];
    if (shown === undefined) return REFUSAL.test(printed) ? [`${place} is refused:\n${printed}`] : [];
    const difference = differenceFrom(shown, printed);
    return difference === undefined ? [] : [`${place} prints\n${difference}and not\n${shown}`];
  }

  /** For what goes on printing: waits until it is as shown. */
  async #faultsLater(block: Block, terminal: Terminal): Promise<string[]> {
    const faults = () => this.#faults(block, { output: terminal.output, status: 0 });
    // What it printed instead says more than that this was never so.
    await until(() => faults().length === 0, { everyMs: 200 }).catch(() => undefined);
    return faults();
  }

  #environment(): NodeJS.ProcessEnv {
    const PATH = [dirname(provideNode24()), process.env['PATH']].join(delimiter);
    const quiet = { npm_config_audit: 'false', npm_config_fund: 'false', npm_config_update_notifier: 'false' };
    const service = { DATA_DIR: join(this.home, 'data'), PORT: String(this.service.port) };
    // As the operator has set them.
    const places = { BACKUP_URL: `file://${this.home}/backups`, LEDGER_ANCHOR_URL: `file://${this.home}/anchors` };
    return { PATH, HOME: this.home, LANG: 'C.UTF-8', PIP_DISABLE_PIP_VERSION_CHECK: '1', ...quiet, ...service, ...places };
  }
}
