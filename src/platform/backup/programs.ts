import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StartError } from '../config/start-error.js';

const CLOSED: ReadonlySet<string | undefined> = new Set(['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

export interface Program {
  readonly name: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly toleratedCode?: number;
  /** Ends it. */
  readonly signal?: AbortSignal;
}

/** Waits for its end. @throws Error with its last words where it fails */
export async function run(program: Program): Promise<void> {
  for await (const _ of outputOf(program)) continue;
}

/** The output of a program. @throws Error with its last words if it fails */
export async function* outputOf(program: Program): AsyncGenerator<Buffer> {
  const child = await start(program, ['ignore', 'pipe', 'pipe']);
  const ended = endOf(child, program);
  ended.catch(() => undefined);
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) yield chunk;
  await ended;
}

export async function feed(program: Program, source: AsyncIterable<Buffer>, through: Duplex): Promise<void> {
  const child = await start(program, ['pipe', 'ignore', 'pipe']);
  const ended = endOf(child, program);
  ended.catch(() => undefined);
  try {
    await pipeline(source, through, child.stdin!);
  } catch (error) {
    // tar closes its input at the mark of the archive's end; a program that failed says more than a broken pipe.
    if (!CLOSED.has((error as NodeJS.ErrnoException).code)) {
      child.kill();
      throw error;
    }
  }
  await ended;
}

async function start({ name, args, env, signal }: Program, stdio: StdioOptions): Promise<ChildProcess> {
  const child = spawn(name, args, { stdio, env: { ...process.env, ...env }, ...(signal ? { signal } : {}) });
  await once(child, 'spawn');
  return child;
}

async function endOf(child: ChildProcess, { name, toleratedCode }: Program): Promise<void> {
  let words = '';
  child.stderr!.on('data', (chunk: Buffer) => (words = `${words}${chunk.toString()}`.slice(-500)));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0 && code !== toleratedCode) throw new StartError([`${name} failed: ${words.trim() || `exit code ${code}`}`]);
}
