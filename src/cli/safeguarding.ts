import { createWriteStream, createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  endOf,
  leafOf,
  lineOf,
  type ListEnd,
  type ListedWallet,
  ListWallets,
  ProveBalance,
  SafeguardingTrees,
  TreeBlocks,
  type BalanceProof,
  ListCheck,
  proves,
  readLine,
} from '../contexts/settlements/index.js';
import { Clock } from '../kernel/clock.js';
import { lagosDate } from '../kernel/lagos-time.js';
import { CommandError, UsageError, table } from './terminal.js';
import type { CommandLine } from './command-line.js';
import { findUser } from './service-context.js';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';

export interface SafeguardingListOptions {
  readonly day: string;
  readonly out: string;
  readonly user?: string;
  readonly json?: boolean;
}

/** The list of all wallets, or the proof of one balance. */
export function safeguardingList(cli: CommandLine, options: SafeguardingListOptions): Promise<void> {
  const { day, out } = options;
  return cli.read(options, async (context) => {
    if (day >= lagosDate((await context.get(Clock)).now())) throw new UsageError(`${day} is not over yet`);
    const trees = await context.get(SafeguardingTrees);
    if (options.user !== undefined) {
      const { id } = await findUser(context, options.user);
      const proof = await (await context.get(ProveBalance)).execute(id, day);
      if (!proof) throw new CommandError(`There is no wallet of ${options.user} in a list of ${day}: make the list first`);
      await write([JSON.stringify(proof)], out);
      return {
        data: proof,
        lines: table([
          ['Balance', proof.balance],
          ['Root', proof.root],
          ['File', out],
        ]),
      };
    }
    // Wallets that were opened since are not in the list of that day.
    const last = (await trees.of(day)).at(-1)?.lastUser;
    const within = last === undefined ? undefined : { after: '', upTo: last };
    const list = new ListWriter(day);
    await write(list.lines((await context.get(ListWallets)).execute(day, within)), out);
    await trees.keep(day, list.blocks.end());
    const { wallets: count, sum, root } = list.end;
    const lines = table([
      ['Wallets', String(count)],
      ['Sum', `${sum} Naira`],
      ['Root', root],
      ['File', out],
    ]);
    return { data: { day, ...list.end, file: out }, lines };
  });
}

class ListWriter {
  end: ListEnd = endOf([], 0);
  readonly blocks = new TreeBlocks();

  constructor(private readonly day: string) {}

  async *lines(wallets: AsyncIterable<ListedWallet>): AsyncIterable<string> {
    const leaves: Buffer[] = [];
    let sumKobo = 0;
    yield JSON.stringify({ safeguarding: 1, day: this.day });
    for await (const wallet of wallets) {
      const leaf = leafOf(this.day, wallet);
      leaves.push(leaf);
      this.blocks.add(wallet.user, leaf);
      sumKobo += wallet.balanceKobo;
      yield JSON.stringify(lineOf(wallet));
    }
    this.end = endOf(leaves, sumKobo);
    yield JSON.stringify(this.end);
  }
}

/** 0600, because balances are personal data. */
async function write(lines: Iterable<string> | AsyncIterable<string>, path: string): Promise<void> {
  const ended = async function* () {
    for await (const line of lines) yield `${line}\n`;
  };
  await pipeline(Readable.from(ended()), createWriteStream(path, { mode: 0o600 }));
}

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
