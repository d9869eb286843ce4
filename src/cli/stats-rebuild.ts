import pc from 'picocolors';
import { type Rebuilt, RebuildStatistics } from '../contexts/analytics/application/rebuild-statistics.js';
import type { CommandLine } from './command-line.js';

/** Makes the statistics anew from what they count; the service may go on meanwhile. */
export function statsRebuild(cli: CommandLine): void {
  cli
    .command('stats:rebuild', 'recompute all statistics from users, purchases, visits and activity; says what was wrong')
    .action((options: { json?: boolean }) =>
      cli.run(options, async (tool, screen) => {
        const rebuild = await tool.get(RebuildStatistics);
        let step = '';
        let progress = screen.progress('');
        try {
          const rebuilt = await rebuild.execute((next, done, of) => {
            if (next !== step) {
              progress.stop();
              progress = screen.progress((step = next));
            }
            progress.show(done, of);
          });
          return { data: rebuilt, lines: describe(rebuilt) };
        } finally {
          progress.stop();
        }
      }),
    );
}

function describe({ facts, periods, corrected }: Rebuilt): string[] {
  if (facts + corrected === 0) return [`${pc.green('The statistics were right.')} ${periods} days, weeks and months`];
  return [
    `${pc.yellow('The statistics are right now.')} Of ${periods} days, weeks and months ${corrected} were wrong; ${facts} users and purchases were not counted yet, or otherwise.`,
  ];
}
