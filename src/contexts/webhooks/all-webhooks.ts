import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { idFor, idTime } from '../../kernel/ids.js';
import { type Page, type PageRequest, readAll, readPage } from '../../kernel/pagination.js';
import { isBefore, JournalLog, type JournalPosition, type ToldJournal } from '../../ledger/index.js';
import { type Endpoint, type EndpointCursor, EndpointCursors, type EndpointGap, Endpoints, wants } from './endpoints.js';
import {
  type FailedFilter,
  outboundWebhook,
  type Webhook,
  type WebhookFilter,
  Webhooks,
  WebhookSettings,
  type WebhookStatus,
} from './webhooks.js';

const PIECE = 500;
/** Of journals that a page is derived from. Who looks for older ones says until when. */
const MOST = 10_000;
/** Of an id. */
const LAST_TIME = 2 ** 48 - 1;
const END: JournalPosition = { batchNo: Number.MAX_SAFE_INTEGER, position: 0 };
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

interface ToldEndpoint {
  readonly endpoint: Endpoint;
  readonly cursor: EndpointCursor;
  readonly gaps: readonly EndpointGap[];
}

/** Webhooks that have a row, and those of journals that have none: where the cursor of the endpoint stands says what became of them. */
@Injectable()
export class AllWebhooks {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly endpoints: Endpoints,
    private readonly cursors: EndpointCursors,
    private readonly log: JournalLog,
    private readonly settings: WebhookSettings,
    private readonly clock: Clock,
  ) {}

  async find(id: string): Promise<Webhook | undefined> {
    return (await this.webhooks.find(id)) ?? this.derived(id);
  }

  /** One without a row. */
  async derived(id: string): Promise<Webhook | undefined> {
    if (!ULID.test(id) || (await this.webhooks.find(id))) return undefined;
    const told = await this.told();
    // Each endpoint has its own id for a journal, and the same step leads back.
    const journals = await this.log.find(told.map(({ endpoint }) => idFor(endpoint.id, id)));
    return told.flatMap((each) => derive(each, journals)).find((webhook) => webhook.id === id);
  }

  async ofEvents(eventIds: readonly string[]): Promise<Webhook[]> {
    return this.deriveAll(await this.told(), await this.log.find(eventIds));
  }

  list(filter: WebhookFilter, page: PageRequest): Promise<Page<Webhook>> {
    const end = Math.min(filter.until ?? Infinity, page.before ?? Infinity);
    return readPage({ before: Number.isFinite(end) ? end : undefined, size: page.size }, async (before, limit) => {
      const rows = await this.webhooks.newest(filter, before, limit);
      const derived = await this.newestDerived({ ...filter, until: before ?? Infinity }, limit);
      return [...rows, ...derived].toSorted(newestFirst).slice(0, limit);
    });
  }

  /** Ids of those that staff may have sent again, the oldest first. */
  async listFailed(filter: FailedFilter, manualRetries: number, limit: number): Promise<string[]> {
    const rows = await this.webhooks.listFailed(filter, manualRetries, limit);
    const derived = await this.newestDerived({ ...filter, partner: filter.partner, status: 'failed' }, MOST);
    const ids = derived.toSorted((one, other) => newestFirst(other, one)).map(({ id }) => id);
    return [...rows, ...ids].slice(0, limit);
  }

  private async newestDerived(
    filter: Partial<FailedFilter> & { readonly status?: WebhookStatus | undefined },
    limit: number,
  ): Promise<Webhook[]> {
    const { status, partner, from = 0, until = Infinity } = filter;
    const kept = this.clock.now() - this.settings.retentionMs;
    const told = (await this.told()).filter(({ endpoint }) => partner === undefined || endpoint.id === partner);
    const isAsked = (webhook: Webhook) =>
      webhook.createdAt >= from && webhook.createdAt < until && (status === undefined || webhook.status === status);
    const derived: Webhook[] = [];
    for await (const journals of this.journals(told, status, Math.max(from, kept), Math.min(until, LAST_TIME))) {
      derived.push(...(await this.deriveAll(told, journals)).filter(isAsked));
      if (derived.length >= limit) break;
    }
    return derived.toSorted(newestFirst).slice(0, limit);
  }

  /** Those that may have this status, in pieces. */
  private async *journals(told: readonly ToldEndpoint[], status: WebhookStatus | undefined, from: number, until: number) {
    if (told.length === 0 || status === 'processing' || from >= until) return;
    if (status === 'failed' || status === 'pending') {
      const [after] = told
        .flatMap(status === 'failed' ? owedPlaces : waitingPlaces)
        .toSorted((one, other) => (isBefore(one, other) ? -1 : 1));
      if (after) yield await this.log.read(after, END, MOST);
      return;
    }
    let before = until;
    for (let read = 0; read < MOST; read += PIECE) {
      const journals = await this.log.list(from, before, PIECE);
      yield journals;
      if (journals.length < PIECE) return;
      before = idTime(journals.at(-1)!.id);
    }
  }

  private async deriveAll(told: readonly ToldEndpoint[], journals: readonly ToldJournal[]): Promise<Webhook[]> {
    const webhooks: Webhook[] = [];
    for (const each of told) {
      const derived = derive(each, journals);
      const { eventIds } = await this.webhooks.known(
        each.endpoint.id,
        derived.map(({ eventId }) => eventId),
        [],
      );
      webhooks.push(...derived.filter(({ eventId }) => !eventIds.has(eventId)));
    }
    return webhooks;
  }

  private async told(): Promise<ToldEndpoint[]> {
    const { cursors, gaps } = await this.cursors.all();
    if (cursors.length === 0) return [];
    const told: ToldEndpoint[] = [];
    for await (const endpoint of readAll((page) => this.endpoints.list(page))) {
      const cursor = cursors.find(({ endpointId }) => endpointId === endpoint.id);
      if (cursor) told.push({ endpoint, cursor, gaps: gaps.filter(({ endpointId }) => endpointId === endpoint.id) });
    }
    return told;
  }
}

function derive({ endpoint, cursor, gaps }: ToldEndpoint, journals: readonly ToldJournal[]): Webhook[] {
  return journals.flatMap((journal) => {
    const status = statusOf(endpoint, cursor, gaps, journal);
    if (!status) return [];
    const { retryAt, misses } = cursor;
    const texts = { succeeded: '', pending: misses > 0 ? 'the endpoint does not answer' : '', failed: 'the endpoint is off' };
    const derived = {
      status,
      attempts: status === 'succeeded' ? 1 : 0,
      manualRetries: 0,
      nextAttemptAt: status === 'pending' ? retryAt : 0,
      lastError: texts[status],
      createdAt: idTime(journal.id),
    };
    return journal.events
      .filter(({ name }) => wants({ ...endpoint, status: 'active' }, name))
      .map((event) => ({ ...outboundWebhook(endpoint.id, event), ...derived }));
  });
}

/** Undefined where the endpoint is not told. */
function statusOf(
  endpoint: Endpoint,
  { place }: EndpointCursor,
  gaps: readonly EndpointGap[],
  journal: ToldJournal,
): 'succeeded' | 'pending' | 'failed' | undefined {
  const gap = gaps.find(({ after, until }) => isBefore(after, journal) && (!until || !isBefore(until, journal)));
  if (gap) return journal.postedAt < gap.since && journal.postedAt >= endpoint.createdAt ? 'failed' : undefined;
  if (journal.postedAt < endpoint.createdAt) return undefined;
  if (place && !isBefore(place, journal)) return 'succeeded';
  return endpoint.status === 'active' ? 'pending' : undefined;
}

/** Behind which journals may be that waited when the endpoint was switched off. */
function owedPlaces({ gaps }: ToldEndpoint): JournalPosition[] {
  return gaps.filter(({ since }) => since > 0).map(({ after }) => after);
}

function waitingPlaces({ endpoint, cursor: { place } }: ToldEndpoint): JournalPosition[] {
  return endpoint.status === 'active' && place ? [place] : [];
}

function newestFirst(one: Webhook, other: Webhook): number {
  return other.createdAt - one.createdAt || (other.id > one.id ? 1 : -1);
}
