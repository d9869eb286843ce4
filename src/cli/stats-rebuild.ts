import pc from 'picocolors';
import { type RebuildResult, RebuildStatistics } from '../contexts/analytics/index.js';
import type { CommandLine, CommonOptions } from './command-line.js';

export function statsRebuild(cli: CommandLine, options: CommonOptions): Promise<void> {
  return cli.run(options, async (context, terminal) => {
    const rebuild = await context.get(RebuildStatistics);
    let step = '';
    let progress = terminal.progress('');
    try {
      const result = await rebuild.execute((next, done, of) => {
        if (next !== step) {
          progress.stop();
          progress = terminal.progress((step = next));
        }
        progress.show(done, of);
      });
      return { data: result, lines: describe(result) };
    } finally {
      progress.stop();
    }
  });
}

function describe({ records, periods, corrected }: RebuildResult): string[] {
  if (records + corrected === 0) return [`${pc.green('The statistics were right.')} ${periods} days, weeks and months`];
  return [
    `${pc.yellow('The statistics are right now.')} Of ${periods} days, weeks and months ${corrected} were wrong; ${records} users and purchases were not counted yet, or otherwise.`,
  ];
}
