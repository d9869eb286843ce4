import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { type BalanceProof, leafOf, ListCheck, proves, readLine } from '../contexts/settlements/index.js';
import { UsageError } from './command-error.js';
import type { CommandLine } from './command-line.js';
import { table } from './terminal.js';

export interface SafeguardingVerifyOptions {
  readonly root?: string;
  readonly statement?: string;
  readonly json?: boolean;
}

/** Needs neither settings nor data, so that a third party can run it. */
export function safeguardingVerify(cli: CommandLine, file: string, options: SafeguardingVerifyOptions): Promise<void> {
  return cli.report(options, async () => {
    const check = new ListCheck();
    for await (const line of linesOf(file)) check.add(line);
    const found = check.finish(options.root);
    const faults = [
      ...check.faults,
      ...(options.statement === undefined ? [] : await statementFaults(options.statement, check, found.root)),
    ];
    const lines = [
      ...table([
        ['Wallets', String(found.wallets)],
        ['Sum', `${found.sum} Naira`],
        ['Root', found.root],
      ]),
      ...(faults.length === 0 ? ['The list is right'] : faults),
    ];
    return { data: { ...found, ok: faults.length === 0, faults }, lines, ok: faults.length === 0 };
  });
}

async function statementFaults(path: string, { leaves }: ListCheck, root: string): Promise<string[]> {
  let proof: BalanceProof;
  try {
    proof = JSON.parse(await readFile(path, 'utf8')) as BalanceProof;
  } catch (error) {
    throw new UsageError(`${path} is no statement: ${(error as Error).message}`);
  }
  const wallet = readLine(proof);
  const isListed = wallet !== undefined && leaves[proof.index]?.equals(leafOf(proof.day, wallet)) === true;
  return [
    ...(proves(proof) ? [] : ['the statement does not lead to its root']),
    ...(proof.root === root ? [] : [`the statement has the root ${proof.root}`]),
    ...(isListed ? [] : ['the balance of the statement is not in the list']),
  ];
}

async function* linesOf(path: string): AsyncIterable<string> {
  try {
    yield* createInterface({ input: createReadStream(path), crlfDelay: Infinity });
  } catch (error) {
    throw new UsageError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
