import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Injectable, Global, Module } from '@nestjs/common';
import { Mutex } from 'async-mutex';
import { after } from '../../kernel/timers.js';

/** All frames together, told by the head of the picture. */
export const MAX_PIXELS = 25_000_000;
/** Processor time. */
const MAX_SECONDS = 10;
const MAX_WAIT_MS = 30_000;
/** The child's private memory, reserved and unused memory included; a picture at the limit takes 360 MB. */
const MAX_MEMORY_KB = 640 * 1_024;
const MAX_OUTPUT_BYTES = 64 * 1_048_576;
const CHILD = fileURLToPath(new URL('./image-child.mjs', import.meta.url));
const NODE_FLAGS = ['--max-old-space-size=64', '--v8-pool-size=1'];

/**
 * Limits that the system enforces: memory, processor time, written files, and that this child ends first when the container's
 * memory is full. A stricter existing limit stays. It runs in a network namespace of its own if the system lets anybody make one.
 */
const LIMITED = `
{ echo 1000 > /proc/self/oom_score_adj; } 2>/dev/null
ulimit -c 0; ulimit -f 0
ulimit -d ${MAX_MEMORY_KB} 2>/dev/null
ulimit -t ${MAX_SECONDS} 2>/dev/null
if unshare --user --net true 2>/dev/null; then exec unshare --user --net -- "$@"; fi
exec "$@"`;

export interface ImageOutput {
  readonly format: 'jpeg' | 'png' | 'gif' | 'webp';
  readonly options?: Readonly<Record<string, number>>;
  readonly animated: boolean;
  /** Fits into a square of this many pixels. */
  readonly size?: number;
}

/** `ended`: by the memory or the time that it would have taken. */
export type ImageRefusal = 'unreadable' | 'too_large' | 'ended';

interface ChildAnswer {
  readonly sizes: readonly number[];
  readonly refused: 'unreadable' | 'too_large' | 'memory';
}

/** Decodes and encodes pictures of strangers in a child process, one at a time, because a few bytes can decode to a gigabyte. */
@Injectable()
export class ImageProcess {
  private readonly turn = new Mutex();

  /** @returns the outputs, encoded, or why there are none */
  convert(image: Buffer, outputs: readonly ImageOutput[]): Promise<readonly Buffer[] | ImageRefusal> {
    return this.turn.runExclusive(() => convert(image, outputs));
  }
}

async function convert(image: Buffer, outputs: readonly ImageOutput[]): Promise<readonly Buffer[] | ImageRefusal> {
  const conversion = JSON.stringify({ maxPixels: MAX_PIXELS, outputs });
  const child = spawn('/bin/sh', ['-c', LIMITED, 'sh', process.execPath, ...NODE_FLAGS, CHILD, conversion], {
    // The child gets nothing of the service's own environment, which has its secrets.
    env: { PATH: process.env['PATH'], MALLOC_ARENA_MAX: '1' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const timer = after(MAX_WAIT_MS, () => child.kill('SIGKILL'));
  const ended = once(child, 'close');
  try {
    // It may end before it has read everything.
    child.stdin.on('error', () => undefined);
    child.stdin.end(image);
    const answer = await readAnswer(child.stdout);
    await ended;
    return answer === undefined ? 'ended' : outcomeOf(answer);
  } finally {
    timer.stop();
    child.kill('SIGKILL');
  }
}

/** Undefined where it is too long. */
async function readAnswer(stream: AsyncIterable<Buffer>): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > MAX_OUTPUT_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function outcomeOf(answer: Buffer): readonly Buffer[] | ImageRefusal {
  const line = answer.indexOf('\n');
  if (line < 0) return 'ended';
  const { sizes = [], refused } = JSON.parse(answer.toString('utf8', 0, line)) as Partial<ChildAnswer>;
  if (refused !== undefined) return refused === 'memory' ? 'ended' : refused;
  let place = line + 1;
  const made = sizes.map((size) => answer.subarray(place, (place += size)));
  return made.length > 0 && place === answer.length ? made : 'ended';
}

@Global()
@Module({ providers: [ImageProcess], exports: [ImageProcess] })
export class ImagesModule {}
