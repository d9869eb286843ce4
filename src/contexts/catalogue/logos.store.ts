import { createHash } from 'node:crypto';
import type { FileStorage } from '../../kernel/storage.js';
import type { GuardedGet } from '../../platform/http-client/guarded-agent.js';
import type { ImageProcess } from '../../platform/images/image-process.js';
import type { Log } from '../../platform/telemetry/log.js';
import { BillerLogos, isPictureAddress } from './catalogue.js';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1_048_576;
const COPY = { format: 'webp', animated: false, size: 256 } as const;

export function logoKey(name: string): string {
  return `logos/${name}.webp`;
}

/** Written anew as WebP, so that nothing else is served. Each process finds out by itself which copies there are. */
export class StoredBillerLogos extends BillerLogos {
  private readonly copies = new Map<string, 'stored' | 'unknown'>();

  constructor(
    private readonly storage: FileStorage,
    private readonly publicUrl: string,
    private readonly log: Log,
    private readonly get: GuardedGet,
    private readonly images: ImageProcess,
  ) {
    super();
  }

  urlOf(source: string): string {
    if (!isPictureAddress(source)) return '';
    const name = nameOf(source);
    const copy = this.copies.get(name);
    if (copy === undefined) {
      this.copies.set(name, 'unknown');
      void this.find(name).catch(() => this.copies.delete(name));
    }
    return copy === 'stored' ? `${this.publicUrl}/${logoKey(name)}` : '';
  }

  async copy(sources: readonly string[]): Promise<void> {
    for (const source of new Set(sources.filter(isPictureAddress))) {
      const name = nameOf(source);
      try {
        if (!(await this.find(name))) await this.storage.put(logoKey(name), await this.read(source));
        this.copies.set(name, 'stored');
      } catch (error) {
        this.log.warning('cannot copy a picture of a biller', { host: new URL(source).hostname }, error);
      }
    }
    // Other processes may have stored it.
    for (const [name, copy] of this.copies) if (copy === 'unknown') this.copies.delete(name);
  }

  /** Leaves a missing one to be looked for after a while. */
  private async find(name: string): Promise<boolean> {
    const content = await this.storage.open(logoKey(name));
    content?.destroy();
    if (content) this.copies.set(name, 'stored');
    else setTimeout(() => this.copies.get(name) === 'unknown' && this.copies.delete(name), 60_000).unref();
    return content !== undefined;
  }

  private async read(source: string): Promise<Buffer> {
    const { status, body } = await this.get(source, AbortSignal.timeout(TIMEOUT_MS));
    if (status !== 200) throw new Error(`answered ${status}`);
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) throw new Error('larger than 1 MB');
      chunks.push(chunk);
    }
    const made = await this.images.convert(Buffer.concat(chunks), [COPY]);
    if (typeof made === 'string') throw new Error(`the picture is refused: ${made}`);
    return made[0]!;
  }
}

function nameOf(source: string): string {
  return createHash('sha256').update(source).digest('hex').slice(0, 32);
}
