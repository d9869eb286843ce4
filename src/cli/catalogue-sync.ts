import { SyncCatalogue } from '../contexts/catalogue/index.js';
import type { CommandLine, CommonOptions } from './command-line.js';

export function catalogueSync(cli: CommandLine, options: CommonOptions): Promise<void> {
  return cli.run(options, async (context) => {
    const results = await (await context.get(SyncCatalogue)).execute();
    const lines = results.map(
      ({ provider, categories, billers, items, retired }) =>
        `${provider}: ${categories} categories, ${billers} billers, ${items} items; ${retired} no longer offered`,
    );
    return { data: results, lines };
  });
}
