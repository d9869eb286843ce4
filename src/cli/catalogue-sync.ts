import { SyncCatalogue } from '../contexts/catalogue/application/sync-catalogue.js';
import type { CommandLine } from './command-line.js';

export function catalogueSync(cli: CommandLine): void {
  cli.command('catalogue:sync', 'update the catalogue from the biller providers').action((options: { json?: boolean }) =>
    cli.run(options, async (context) => {
      const results = await (await context.get(SyncCatalogue)).execute();
      const lines = results.map(
        ({ provider, categories, billers, items, retired }) =>
          `${provider}: ${categories} categories, ${billers} billers, ${items} items; ${retired} no longer offered`,
      );
      return { data: results, lines };
    }),
  );
}
