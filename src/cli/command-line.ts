import type { Writable } from 'node:stream';
import { Command, CommanderError } from 'commander';
import { Failure } from '../kernel/failure.js';
import { Config } from '../platform/config/config.js';
import { ConfigurationError } from '../platform/config/environment.js';
import { Misuse, Refusal } from './refusal.js';
import type { Report } from './report.js';
import { Screen } from './screen.js';
import { Tool } from './tool.js';

interface CommonOptions {
  readonly json?: boolean;
}

const EXIT = { ok: 0, problem: 1, usage: 2 } as const;

/** Where a command line reads its settings and writes what it has to say; a test has its own. */
export interface Surroundings {
  readonly environment: NodeJS.ProcessEnv;
  readonly stdout: Writable;
  readonly stderr: Writable;
}

/** The operator's commands: options in, report out, and what becomes of errors. */
export class CommandLine {
  private readonly program: Command;
  private exitCode: number = EXIT.ok;

  constructor(
    name: string,
    description: string,
    private readonly surroundings: Surroundings = { environment: process.env, stdout: process.stdout, stderr: process.stderr },
  ) {
    const { stdout, stderr } = surroundings;
    this.program = new Command(name)
      .description(description)
      .exitOverride()
      .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
      .showHelpAfterError('(--help tells more)')
      .addHelpText('after', '\nExit codes: 0 done, 1 a problem was found, 2 the command or the configuration is wrong.');
  }

  /** A new command; it gets `--json`. */
  command(name: string, description: string): Command {
    return this.program.command(name).description(description).option('--json', 'print JSON').exitOverride();
  }

  /** Runs a command's work with the service's configuration and prints its report. */
  async run(options: CommonOptions, work: (tool: Tool, screen: Screen) => Promise<Report>): Promise<void> {
    const screen = new Screen(options.json ?? false, this.surroundings);
    try {
      // Quiet by default: what a command has to say is its report.
      const tool = new Tool(
        Config.loadForTool({ LOG_LEVEL: 'warn', ...this.surroundings.environment }),
        this.surroundings.stderr,
      );
      try {
        const report = await work(tool, screen);
        screen.print(report);
        if (report.ok === false) this.exitCode = EXIT.problem;
      } finally {
        await tool.close();
      }
    } catch (error) {
      this.exitCode = isMisuse(error) ? EXIT.usage : EXIT.problem;
      // Whoever read our output has seen enough of it: `statement … | head`.
      if ((error as NodeJS.ErrnoException).code !== 'EPIPE') screen.printError(isExpected(error) ? error.message : error);
    }
  }

  /** @returns the exit code */
  async parse(argv: readonly string[]): Promise<number> {
    try {
      await this.program.parseAsync([...argv]);
    } catch (error) {
      if (!(error instanceof CommanderError)) throw error;
      // Help and version come this way too, with exit code 0.
      this.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    }
    return this.exitCode;
  }
}

function isMisuse(error: unknown): boolean {
  return error instanceof ConfigurationError || error instanceof Misuse || (error instanceof Failure && error.kind === 'invalid');
}

function isExpected(error: unknown): error is Error {
  const isOfSystem = error instanceof Error && 'syscall' in error;
  return isOfSystem || error instanceof ConfigurationError || error instanceof Failure || error instanceof Refusal;
}
