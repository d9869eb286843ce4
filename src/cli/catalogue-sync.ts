import { SyncCatalogue } from '../contexts/billing/application/sync-catalogue.js';
import type { CommandLine } from './command-line.js';

/** Fetches what the providers sell, now instead of with the next daily round. */
export function catalogueSync(cli: CommandLine): void {
  cli.command('catalogue:sync', 'fetch what the biller providers sell into the catalogue').action((options: { json?: boolean }) =>
    cli.run(options, async (tool) => {
      const results = await (await tool.get(SyncCatalogue)).execute();
      const lines = results.map(
        ({ provider, categories, billers, items, retired }) =>
          `${provider}: ${categories} categories, ${billers} billers, ${items} items; ${retired} no longer offered`,
      );
      return { data: results, lines };
    }),
  );
}
