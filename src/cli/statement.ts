import { createWriteStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Option } from 'commander';
import { ExportStatement, type StatementFormatName } from '../contexts/wallet/application/export-statement.js';
import type { CommandLine } from './command-line.js';
import { parseEnd, parseTime, TIME_HELP } from './time-options.js';
import { findUser, USER_HELP } from './find-user.js';
import type { Report } from './report.js';
import type { ServiceContext } from './service-context.js';

interface Options {
  readonly user: string;
  readonly from: number;
  readonly to: number;
  readonly format: StatementFormatName;
  readonly out?: string;
  readonly json?: boolean;
}

export function statement(cli: CommandLine): void {
  cli
    .command('statement', "a wallet's statement as CSV or PDF")
    .requiredOption('--user <who>', USER_HELP)
    .requiredOption('--from <time>', TIME_HELP, parseTime)
    .requiredOption('--to <time>', 'the end, exclusive; a date alone takes that whole day in', parseEnd)
    .addOption(new Option('--format <format>', 'kind of file').choices(['csv', 'pdf']).default('csv'))
    .option('--out <file>', 'output file; default: stdout')
    .action((options: Options, command) => {
      if (options.to <= options.from) command.error('error: --to must be later than --from');
      if (options.json && !options.out) command.error('error: --json needs --out, the statement itself goes to stdout');
      if (options.format === 'pdf' && !options.out && process.stdout.isTTY)
        command.error('error: a PDF is not for the terminal, give --out');
      return cli.run(options, (context, terminal) => write(context, terminal.stdout, options));
    });
}

async function write(context: ServiceContext, stdout: Writable, { user, from, to, format, out }: Options): Promise<Report> {
  const holder = await findUser(context, user);
  const name = `${holder.firstName} ${holder.lastName}`.trim();
  const exportStatement = await context.get(ExportStatement);
  const bytes = exportStatement.execute({ account: holder.id, holder: { ...holder, name }, from, to, format });
  // 0600, because a statement is personal data.
  const target: Writable = out ? createWriteStream(out, { mode: 0o600 }) : stdout;
  let size = 0;
  const counted = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      size += chunk.length;
      yield chunk;
    }
  };
  await pipeline(bytes, counted, target, { end: out !== undefined });
  return { data: { user: holder.id, format, file: out, bytes: size }, lines: out ? [`${out} (${size} bytes)`] : [] };
}
