import { readFileSync } from 'node:fs';
import { readTariffs } from '../domain/read-tariffs.js';
import { TariffFault } from '../domain/read-terms.js';
import type { Tariff } from '../domain/tariff.js';

export interface TariffSettings {
  readonly charges: 'none' | 'nigeria-2026';
  readonly limits: 'none' | 'nigeria-tiers';
}

/** The tariffs of the files in `defaults/` that the settings name. `faults` has a sentence for each file that is invalid. */
export function defaultTariffs({ charges, limits }: TariffSettings): { tariffs: Tariff[]; faults: string[] } {
  const faults: string[] = [];
  const read = (name: string): Tariff[] => {
    try {
      return readTariffs(contentOf(name));
    } catch (error) {
      if (!(error instanceof TariffFault)) throw error;
      faults.push(`${name} ${error.message}: restore the file.`);
      return [];
    }
  };
  const named = [charges, limits].filter((name) => name !== 'none').map((name) => `${name}.json`);
  return { tariffs: ['charges.json', ...named].flatMap(read), faults };
}

function contentOf(name: string): string {
  return readFileSync(new URL(`../defaults/${name}`, import.meta.url), 'utf8');
}
