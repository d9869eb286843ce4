import { readFileSync } from 'node:fs';
import { readTariffs, readTransferFees, TariffFault } from '../domain/read-tariffs.js';
import type { Tariff } from '../domain/tariff.js';

export interface TariffSettings {
  /** JSON of `TRANSFER_TARIFFS`; undefined: the transfer fees of `defaults/charges.json`. */
  readonly transferTariffs: string | undefined;
  readonly limits: 'none' | 'nigeria-tiers';
}

/** The tariffs of the files in `defaults/` and of the settings. `faults` has a sentence for each source that is invalid. */
export function defaultTariffs({ transferTariffs, limits }: TariffSettings): { tariffs: Tariff[]; faults: string[] } {
  const faults: string[] = [];
  const read = (source: string, remedy: string, tariffs: () => Tariff[]): Tariff[] => {
    try {
      return tariffs();
    } catch (error) {
      if (!(error instanceof TariffFault)) throw error;
      faults.push(`${source} ${error.message}: ${remedy}.`);
      return [];
    }
  };
  const file = (name: string) => read(name, 'restore the file', () => readTariffs(contentOf(name)));
  const charges = file('charges.json');
  const fees =
    transferTariffs === undefined
      ? charges
      : [
          ...charges.filter(({ kind }) => kind !== 'transfer_fee'),
          ...read('TRANSFER_TARIFFS', 'correct it as .env.example shows, or leave TRANSFER_TARIFFS out', () =>
            readTransferFees(transferTariffs),
          ),
        ];
  return { tariffs: [...fees, ...(limits === 'none' ? [] : file(`${limits}.json`))], faults };
}

function contentOf(name: string): string {
  return readFileSync(new URL(`../defaults/${name}`, import.meta.url), 'utf8');
}
