import { createWriteStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ExportStatement, type StatementFormatName } from '../contexts/wallet/index.js';
import type { CommandLine } from './command-line.js';
import { findUser } from './find-user.js';
import type { Report } from './report.js';
import type { ServiceContext } from './service-context.js';

export interface StatementOptions {
  readonly user: string;
  readonly from: number;
  readonly to: number;
  readonly format: StatementFormatName;
  readonly out?: string;
  readonly json?: boolean;
}

export function statement(cli: CommandLine, options: StatementOptions): Promise<void> {
  return cli.read(options, (context, terminal) => write(context, terminal.stdout, options));
}

async function write(
  context: ServiceContext,
  stdout: Writable,
  { user, from, to, format, out }: StatementOptions,
): Promise<Report> {
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
