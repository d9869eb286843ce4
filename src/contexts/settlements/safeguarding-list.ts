import { type Kobo, kobo, parseNaira, toDecimal } from '../../kernel/money.js';
import { leafHash, merkleRoot, rootOfPath } from '../../ledger/index.js';

/** A wallet's balance at the end of a day in Lagos. */
export interface ListedWallet {
  readonly user: string;
  readonly balanceKobo: Kobo;
  /** 32 bytes, so that nobody can guess a neighbour's balance from its hash. */
  readonly salt: Buffer;
}

/** Lines of JSON: a first one, one for each wallet, and a last one. */
export interface ListBegin {
  readonly safeguarding: 1;
  readonly day: string;
}

export interface ListLine {
  readonly user: string;
  /** Naira with two decimals. */
  readonly balance: string;
  readonly salt: string;
}

export interface ListEnd {
  readonly wallets: number;
  readonly sum: string;
  /** The root of a tree (RFC 9162) over the lines; empty where there are no wallets. */
  readonly root: string;
}

/** Proof that the balance of one user is among those of a day. */
export interface BalanceProof extends ListLine {
  readonly day: string;
  readonly index: number;
  readonly wallets: number;
  readonly root: string;
  /** From the leaf upwards. */
  readonly path: readonly string[];
}

export function leafOf(day: string, { user, balanceKobo, salt }: ListedWallet): Buffer {
  return leafHash(salt, `safeguarding ${day} ${user} ${balanceKobo}`);
}

export function lineOf({ user, balanceKobo, salt }: ListedWallet): ListLine {
  return { user, balance: toDecimal(balanceKobo), salt: salt.toString('hex') };
}

export function endOf(leaves: readonly Buffer[], sumKobo: number): ListEnd {
  const root = leaves.length === 0 ? '' : merkleRoot(leaves).toString('hex');
  return { wallets: leaves.length, sum: toDecimal(kobo(sumKobo)), root };
}

export function proves(proof: BalanceProof): boolean {
  const wallet = readLine(proof);
  if (!wallet) return false;
  const path = proof.path.map((hash) => Buffer.from(hash, 'hex'));
  return rootOfPath(leafOf(proof.day, wallet), proof.index, proof.wallets, path)?.toString('hex') === proof.root;
}

/** Undefined where a line is none. */
export function readLine({ user, balance, salt }: Partial<ListLine>): ListedWallet | undefined {
  if (typeof user !== 'string' || typeof balance !== 'string' || typeof salt !== 'string') return undefined;
  const balanceKobo = balance === '0.00' ? kobo(0) : parseNaira(balance);
  if (balanceKobo === undefined || toDecimal(balanceKobo) !== balance || !/^[0-9a-f]{64}$/.test(salt)) return undefined;
  return { user, balanceKobo, salt: Buffer.from(salt, 'hex') };
}

/** Faults of a list, by the lines of its file. */
export class ListCheck {
  readonly leaves: Buffer[] = [];
  readonly faults: string[] = [];
  private day: string | undefined;
  private end: ListEnd | undefined;
  private last = '';
  private sumKobo = 0;
  private lines = 0;

  add(text: string): void {
    const number = ++this.lines;
    const line = parsed(text);
    if (!line || this.end) this.faults.push(`line ${number} does not belong here`);
    else if (number === 1) this.begin(line);
    else if ('root' in line) this.end = line as unknown as ListEnd;
    else this.addWallet(line, number);
  }

  /** @param root that was published; undefined: the list's own is believed */
  finish(root: string | undefined): ListEnd {
    const found = endOf(this.leaves, this.sumKobo);
    if (!this.end) this.faults.push('the last line is missing');
    else
      for (const name of ['wallets', 'sum', 'root'] as const)
        if (this.end[name] !== found[name]) this.faults.push(`${name}: ${this.end[name]} is said, ${found[name]} is listed`);
    if (root !== undefined && root !== found.root) this.faults.push(`root: ${root} was published, ${found.root} is listed`);
    return found;
  }

  private begin(line: Readonly<Record<string, unknown>>): void {
    if (line['safeguarding'] === 1 && typeof line['day'] === 'string') this.day = line['day'];
    else this.faults.push('line 1 does not begin a list');
  }

  private addWallet(line: Partial<ListLine>, number: number): void {
    const wallet = readLine(line);
    if (!wallet) return void this.faults.push(`line ${number} is no wallet`);
    if (wallet.user <= this.last) this.faults.push(`line ${number}: ${wallet.user} is out of order, or there twice`);
    this.last = wallet.user;
    this.sumKobo += wallet.balanceKobo;
    this.leaves.push(leafOf(this.day ?? '', wallet));
  }
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
