import { existsSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SimulatedPayer, SimulatedProvider } from './simulator.js';

const FOLDER = join(import.meta.dirname, '..');
/** As this file: .ts among the sources, .js in what is built. */
const FILE = `index${extname(import.meta.filename)}`;

/** Billers first, each kind in its order. */
export async function findSimulators(): Promise<SimulatedProvider[]> {
  const folders = readdirSync(FOLDER).filter((name) => existsSync(join(FOLDER, name, FILE)));
  const found = await Promise.all(folders.map((name) => loadSimulators(join(FOLDER, name))));
  return found.flat().toSorted((one, other) => one.kind.localeCompare(other.kind) || one.place - other.place);
}

/** @throws Error where the folder exports no simulator */
export async function loadSimulator(folder: string): Promise<SimulatedProvider> {
  const [first] = await loadSimulators(folder);
  return first!;
}

async function loadSimulators(folder: string): Promise<SimulatedProvider[]> {
  const path = join(folder, FILE);
  const exported = (await import(pathToFileURL(path).href)) as { simulator?: SimulatedProvider; payer?: SimulatedPayer };
  const found = [exported.simulator, exported.payer].filter((each) => each !== undefined);
  if (found.length === 0) throw new Error(`${path} exports no simulator`);
  return found;
}
