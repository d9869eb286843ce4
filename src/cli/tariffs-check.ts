import pc from 'picocolors';
import { ReviewTariffs } from '../contexts/tariffs/index.js';
import type { CommandLine, CommonOptions } from './command-line.js';
import { table } from './terminal.js';

/** Lists the tariffs in force whose day of review is over. */
export function tariffsCheck(cli: CommandLine, options: CommonOptions): Promise<void> {
  return cli.read(options, async (context) => {
    const overdue = await (await context.get(ReviewTariffs)).overdue();
    const lines = overdue.map(({ id, kind, name, review, source }) => [`${kind} ${id}`, `${name}, by ${review}: ${source}`]);
    return {
      data: overdue,
      lines:
        overdue.length === 0
          ? [pc.green('No tariff in force is past its review.')]
          : [pc.red(`${overdue.length} in force should have been reviewed.`), ...table(lines as [string, string][])],
      ok: overdue.length === 0,
    };
  });
}
