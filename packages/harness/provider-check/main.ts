/**
 * `npm run provider:check -- NAME`: the contract of a port and what may go wrong, on the adapter of a provider and its simulator.
 * Exits with 1 where a case is not as it should be, 2 where the command is wrong.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import pc from 'picocolors';
import { findSimulators, loadSimulator } from '../../simulators/shared/found-simulators.js';
import type { SimulatedProvider } from '../../simulators/shared/simulator.js';
import { root } from '../root.js';
import { table } from '../table.js';
import { type CheckedManifest, type OpenProvider, prepareCheck, type ReadyCase } from './provider-check.js';

const HELP = `Usage: npm run provider:check -- NAME

Runs the contract of the port and the fault matrix on the adapter of a provider with its simulator.

NAME is a provider with a simulator in packages/simulators, or the path of a folder with manifest.js and index.js, which
exports the simulator.

Exit codes: 0 every case is as it should be, 1 one is not, 2 the command is wrong.`;

/** What the built service exports for this. */
interface Service {
  readonly PROVIDER_MANIFESTS: readonly CheckedManifest[];
}
interface Opening {
  openProvider(manifest: CheckedManifest, ...given: Parameters<OpenProvider>): ReturnType<OpenProvider>;
}

type Checked = readonly [CheckedManifest, SimulatedProvider];

const FAILED = pc.red('FAILED');
const built = <Exports>(file: string) => import(pathToFileURL(join(root, 'dist', file)).href) as Promise<Exports>;

try {
  process.exitCode = await main();
} catch (error) {
  // An option that there is not, or an adapter that cannot be made.
  console.error((error as Error).message);
  process.exitCode = 2;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean', short: 'h' } } });
  const [name] = positionals;
  if (values.help || name === undefined) {
    console.log(HELP);
    return values.help ? 0 : 2;
  }
  const found = /[/.]/.test(name) ? await inFolder(resolve(name)) : await byName(name);
  if (typeof found === 'string') {
    console.error(found);
    return 2;
  }
  const opening = await built<Opening>('open-provider.js');
  let code = 0;
  for (const each of found) code = Math.max(code, await checkOne(opening, each));
  return code;
}

/** @returns the exit code */
async function checkOne(opening: Opening, [manifest, simulated]: Checked): Promise<number> {
  const check = await prepareCheck(manifest, simulated, (...given) => opening.openProvider(manifest, ...given));
  const begun = Date.now();
  const rows: string[][] = [];
  for (const each of check.cases) rows.push([...each.title.split(': ', 1), ...(await result(each))]);
  await check.close();
  const failed = rows.filter(([, , said]) => said?.startsWith(FAILED)).length;
  console.log(table(['Part', 'Case', 'Result'], rows));
  const seconds = ((Date.now() - begun) / 1_000).toFixed(1);
  console.log(
    `\n${simulated.title}, ${simulated.kind}: ${rows.length - failed} of ${rows.length} cases are as they should be (${seconds} s).\n`,
  );
  return failed === 0 ? 0 : 1;
}

async function result(each: ReadyCase): Promise<[title: string, said: string]> {
  const short = each.title.slice(each.title.indexOf(': ') + 2);
  try {
    const remark = await each.run();
    return [short, typeof remark === 'string' ? pc.dim(`does not apply: ${remark}`) : pc.green('ok')];
  } catch (error) {
    return [short, `${FAILED} ${(error as Error).message}`];
  }
}

/** One for each kind of what it does. */
async function byName(name: string): Promise<Checked[] | string> {
  const [simulators, { PROVIDER_MANIFESTS }] = [await findSimulators(), await built<Service>('provider-manifests.js')];
  const found = simulators.flatMap((simulated): Checked[] => {
    const manifest = PROVIDER_MANIFESTS.find((each) => each.name === name && each.kind === simulated.kind);
    return simulated.name === name && manifest ? [[manifest, simulated]] : [];
  });
  if (found.length > 0) return found;
  const known = [...new Set(simulators.map((each) => each.name))].join(', ');
  return `There is no provider ${name} with a simulator: name one of ${known}, or the path of a folder.`;
}

async function inFolder(folder: string): Promise<Checked[] | string> {
  const path = join(folder, 'manifest.js');
  if (!existsSync(path)) return `${folder} has no manifest.js.`;
  const { manifest } = (await import(pathToFileURL(path).href)) as { manifest?: CheckedManifest };
  return manifest ? [[manifest, await loadSimulator(folder)]] : `${path} exports no manifest.`;
}
