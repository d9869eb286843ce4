import type { Readable, Writable } from 'node:stream';
import { Command, CommanderError } from 'commander';
import { Failure } from '../kernel/failure.js';
import { ConfigurationError, StartError } from '../platform/config/start-error.js';
import { describeBuild, readBuild } from '../platform/telemetry/build.js';
import { SandboxRefusal } from '../sandbox/outcome-names.js';
import { UsageError, CommandError, type Report, Terminal } from './terminal.js';
import type { ServiceContext } from './service-context.js';

export interface CommonOptions {
  readonly json?: boolean;
}

type Work = (context: ServiceContext, terminal: Terminal) => Promise<Report | undefined>;

const EXIT = { ok: 0, problem: 1, usage: 2 } as const;

export interface CommandEnvironment {
  readonly environment: NodeJS.ProcessEnv;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly stdin?: Readable & { readonly isTTY?: boolean };
  readonly interrupted?: AbortSignal;
}

/** Adds a command with its options; its code is loaded when it is called. */
export type Declaration = (cli: CommandLine) => void;

export class CommandLine {
  private readonly program: Command;
  private exitCode: number = EXIT.ok;

  constructor(
    name: string,
    description: string,
    readonly environment: CommandEnvironment = {
      environment: process.env,
      stdout: process.stdout,
      stderr: process.stderr,
    },
  ) {
    const { stdout, stderr } = environment;
    this.program = new Command(name)
      .description(description)
      .version(describeBuild(readBuild()), '--version', 'print version and commit')
      .exitOverride()
      .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
      .showHelpAfterError('(--help tells more)')
      .addHelpText('after', '\nExit codes: 0 done, 1 a problem was found, 2 the command or the configuration is wrong.');
  }

  /** --help shows the commands that follow under this heading. */
  beginGroup(heading: string): void {
    this.program.commandsGroup(heading);
  }

  /** Every command has `--json`. */
  command(name: string, description: string): Command {
    return this.program.command(name).description(description).option('--json', 'print JSON').exitOverride();
  }

  /** Aborted by Ctrl-C or SIGTERM, for commands that go on until then. */
  interrupted(): AbortSignal {
    if (this.environment.interrupted) return this.environment.interrupted;
    const controller = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort());
    return controller.signal;
  }

  /** @param work returns nothing when it has printed all @param creates whether the command may make a database where there is none */
  run(options: CommonOptions, work: Work, creates = false, worksWithoutRedis = false): Promise<void> {
    return this.report(options, async (terminal) => {
      const [{ Config }, { KNOWN_SETTINGS }, { ServiceContext }] = await Promise.all([
        import('../platform/config/config.js'),
        import('../known-settings.js'),
        import('./service-context.js'),
      ]);
      // Only warnings by default, because the report is the output.
      const config = Config.loadForTool({ LOG_LEVEL: 'warn', ...this.environment.environment }, creates, KNOWN_SETTINGS);
      const isAway = worksWithoutRedis && config.redisUrl !== undefined && !(await answers(config.redisUrl));
      const used = isAway ? config.changedForTool({ REDIS_URL: undefined }, KNOWN_SETTINGS) : config;
      const context = new ServiceContext(used, this.environment.stderr, isAway);
      try {
        return await work(context, terminal);
      } finally {
        await context.close();
      }
    });
  }

  /** Runs a command that reads the database, also while Redis is away. Then it does not compare the head of the ledger that Redis remembers. */
  read(options: CommonOptions, work: Work): Promise<void> {
    return this.run(options, work, false, true);
  }

  /** Runs a command that needs neither settings nor data. */
  async report(options: CommonOptions, work: (terminal: Terminal) => Promise<Report | undefined>): Promise<void> {
    const terminal = new Terminal(options.json ?? false, this.environment);
    try {
      const report = await work(terminal);
      if (report) terminal.print(report);
      if (report?.ok === false) this.exitCode = EXIT.problem;
    } catch (error) {
      this.exitCode = isUsageError(error) ? EXIT.usage : EXIT.problem;
      // The reader of a pipe may close it early: `statement … | head`.
      if ((error as NodeJS.ErrnoException).code !== 'EPIPE') terminal.printError(isExpected(error) ? error.message : error);
    }
  }

  async parse(argv: readonly string[]): Promise<number> {
    try {
      await this.program.parseAsync([...argv]);
    } catch (error) {
      if (!(error instanceof CommanderError)) throw error;
      // Help and version arrive as errors, too, with exit code 0.
      this.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    }
    return this.exitCode;
  }
}

function isUsageError(error: unknown): boolean {
  return (
    error instanceof ConfigurationError || error instanceof UsageError || (error instanceof Failure && error.kind === 'invalid')
  );
}

async function answers(redisUrl: string): Promise<boolean> {
  const { answersAt } = await import('../platform/redis/redis.js');
  return answersAt(redisUrl);
}

function isExpected(error: unknown): error is Error {
  const isOfSystem = error instanceof Error && 'syscall' in error;
  return (
    isOfSystem ||
    error instanceof StartError ||
    error instanceof Failure ||
    error instanceof CommandError ||
    error instanceof SandboxRefusal
  );
}
