import pc from 'picocolors';
import { SealedRows, type SealVerdict } from '../platform/crypto/sealed-rows.js';
import type { CommandLine, CommonOptions } from './command-line.js';
import { table } from './terminal.js';

export function rowsVerify(cli: CommandLine, options: CommonOptions): Promise<void> {
  return cli.read(options, async (context) => {
    const verdict = await (await context.get(SealedRows)).verify();
    return { data: verdict, lines: describe(verdict), ok: verdict.broken.length === 0 };
  });
}

function describe({ rows, broken }: SealVerdict): string[] {
  if (broken.length === 0) return [`${pc.green('All seals fit their rows.')} ${rows} rows`];
  return [
    `${pc.red(`${broken.length} seals do not fit their rows.`)} ${rows} rows`,
    ...table(broken.map(({ table: name, rowId, seal }) => [`${name} ${rowId}`, seal])),
    'rows:reseal TABLE ID shows one of them.',
  ];
}
