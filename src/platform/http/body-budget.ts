import { Injectable } from '@nestjs/common';
import { networkOf, siteOf } from '../../kernel/addresses.js';
import { Failure } from '../../kernel/failure.js';
import { Metrics } from '../telemetry/metrics.js';
import { edgeFailures } from './edge.failures.js';
import { HttpEnvironment } from './http.settings.js';
import { LARGEST_BODY_BYTES } from './wire.js';

/** Cost of a buffered chunk beside its bytes, so that a million chunks of one byte are not free. */
const CHUNK_BYTES = 256;
const RETRY_SECONDS = 1;

/** Bytes that requests hold, with a share for each key, each network, and each IPv6 /48, where networks can be picked. */
class Budget {
  used = 0;
  private readonly byHolder = new Map<string, number>();

  constructor(
    private readonly totalBytes: number,
    private readonly parts: { readonly ofSite: number; readonly ofNetwork: number; readonly ofKey: number },
  ) {}

  /** The part of one request. @param publicKey undefined for a request without a session */
  open(publicKey: string | undefined, ip: string): BodyPart {
    const shares: [string, number][] = [[`network ${networkOf(ip)}`, this.share(this.parts.ofNetwork)]];
    const site = siteOf(ip);
    if (site !== undefined) shares.push([`site ${site}`, this.share(this.parts.ofSite)]);
    if (publicKey !== undefined) shares.push([`key ${publicKey}`, this.share(this.parts.ofKey)]);
    return new BodyPart((bytes) => this.take(bytes, shares));
  }

  private share(parts: number): number {
    return Math.max(LARGEST_BODY_BYTES * 1.1, this.totalBytes / parts);
  }

  /** @param bytes negative to give back */
  private take(bytes: number, shares: readonly (readonly [string, number])[]): Failure | undefined {
    if (bytes > 0) {
      const retry = { retryAfterSeconds: RETRY_SECONDS };
      for (const [holder, limit] of shares)
        if ((this.byHolder.get(holder) ?? 0) + bytes > limit) return new Failure(edgeFailures.too_many, retry);
      if (this.used + bytes > this.totalBytes) return new Failure(edgeFailures.bodies_full, retry);
    }
    this.used += bytes;
    for (const [holder] of shares) {
      const held = (this.byHolder.get(holder) ?? 0) + bytes;
      if (held === 0) this.byHolder.delete(holder);
      else this.byHolder.set(holder, held);
    }
    return undefined;
  }
}

@Injectable()
export class BodyBudget extends Budget {
  constructor({ bodyBudgetBytes }: HttpEnvironment, metrics: Metrics) {
    super(bodyBudgetBytes, { ofSite: 2, ofNetwork: 4, ofKey: 8 });
    metrics.gauge('harmattan_body_bytes', 'Bytes of request bodies held in memory', () => this.used);
  }
}

@Injectable()
export class DiskBudget extends Budget {
  constructor({ uploadBudgetBytes }: HttpEnvironment, metrics: Metrics) {
    super(uploadBudgetBytes, { ofSite: 2, ofNetwork: 4, ofKey: 32 });
    metrics.gauge('harmattan_upload_bytes', 'Bytes of unfinished uploads on disk', () => this.used);
  }
}

export class BodyPart {
  private held = 0;

  constructor(private readonly take: (bytes: number) => Failure | undefined) {}

  /** `edge.too_many` or `edge.bodies_full` where there is no room */
  add(chunk: Buffer): Failure | undefined {
    const bytes = chunk.length + CHUNK_BYTES;
    const refusal = this.take(bytes);
    if (!refusal) this.held += bytes;
    return refusal;
  }

  /** More than once is harmless. */
  release(): void {
    if (this.held > 0) this.take(-this.held);
    this.held = 0;
  }
}
