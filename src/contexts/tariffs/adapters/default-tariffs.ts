import { readFileSync } from 'node:fs';
import { readTariffs } from '../domain/read-tariffs.js';
import { TariffFault } from '../domain/read-terms.js';
import type { Tariff } from '../domain/tariff.js';

/** The tariffs that always hold, and those of the named files in `defaults/`. `faults` has a sentence for each file that is invalid. */
export function defaultTariffs(named: readonly string[]): { tariffs: Tariff[]; faults: string[] } {
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
  return { tariffs: ['charges', ...named].flatMap((name) => read(`${name}.json`)), faults };
}

function contentOf(name: string): string {
  return readFileSync(new URL(`../defaults/${name}`, import.meta.url), 'utf8');
}
