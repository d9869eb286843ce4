import { randomBytes } from 'node:crypto';
import { DAY_MS, Clock } from '../../kernel/clock.js';
import type { WebhookEventName } from '../../kernel/webhook-events.js';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import { Injectable } from '@nestjs/common';
import { Failure } from '../../kernel/failure.js';
import { webhookFailures, WebhookSettings, messageOf, Webhooks, PING, WebhookSender } from './webhooks.js';
import { newId } from '../../kernel/ids.js';
import { AuditedUnitOfWork, type StaffMember } from '../audit/index.js';
import { domainEvent, Outbox } from '../../kernel/events.js';
import type { JournalPosition } from '../../ledger/index.js';

export const ENDPOINT_STATUSES = ['active', 'disabled'] as const;

export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];

/** Consecutive failed webhooks after which an endpoint is disabled until staff activate it. */
export const MAX_CONSECUTIVE_FAILURES = 5;

/** After a rotation both secrets sign for this time. */
export const SECRET_OVERLAP_MS = DAY_MS;

export const URL_LENGTH = 1_000;

export const LARGEST_BATCH = 100;

export interface Endpoint {
  readonly id: string;
  readonly url: string;
  readonly events: readonly WebhookEventName[];
  readonly description: string;
  readonly status: EndpointStatus;
  /** Events in one request at most, from 1 to 100. */
  readonly batch: number;
  readonly createdAt: number;
}

export function wants({ events, status }: Endpoint, event: WebhookEventName): boolean {
  return status === 'active' && (events.length === 0 || events.includes(event));
}

export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** The normalised address, or undefined when it is not allowed: it must be https (or http where allowed), without user name and fragment, and not too long. */
export function endpointUrl(text: string, allowsPlain: boolean): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isSpoken = url.protocol === 'https:' || (allowsPlain && url.protocol === 'http:');
  const isPlain = url.username === '' && url.password === '' && url.hash === '';
  return isSpoken && isPlain && url.href.length <= URL_LENGTH ? url.href : undefined;
}

export abstract class Endpoints {
  abstract add(endpoint: Endpoint, secret: string): Promise<void>;
  abstract find(id: string): Promise<Endpoint | undefined>;
  /** Locked until the end of the caller's unit of work. */
  abstract lock(id: string): Promise<Endpoint | undefined>;
  /**
   * Writes url, events, description, batch and status. Activation resets the failure count.
   * @param isConfirmed whether staff gave the url; one that was changed in the database stays off otherwise
   */
  abstract save(endpoint: Endpoint, isConfirmed?: boolean): Promise<void>;
  abstract remove(id: string): Promise<void>;
  abstract list(page: PageRequest): Promise<Page<Endpoint>>;
  abstract active(): Promise<Endpoint[]>;
  /** Replaces the secret; the previous one stays valid until `overlapUntil` (unix ms). */
  abstract rotate(id: string, secret: string, overlapUntil: number): Promise<void>;
  /** The valid secrets, newest first. */
  abstract secrets(id: string): Promise<string[]>;
  /** Counts a failed webhook; true when the limit is reached and the endpoint is now disabled. */
  abstract countFailure(id: string, limit: number): Promise<boolean>;
  /** Resets the counts after a success, and has the cursor go on. */
  abstract resetFailures(id: string): Promise<void>;
  /** False where it is off already. */
  abstract disable(id: string): Promise<boolean>;
}

/** Where an endpoint is in the log of journals. */
export interface EndpointCursor {
  readonly endpointId: string;
  /** Behind the last journal that it was told of; undefined until it begins. */
  readonly place: JournalPosition | undefined;
  /** Requests in a row without an answer. */
  readonly misses: number;
  /** Not before this time (unix ms). */
  readonly retryAt: number;
  /** A success has counts to reset. */
  readonly hasFailed: boolean;
  /** A version before has activated it, and the journals since it was off are still before it. */
  readonly isBehindGap: boolean;
}

/** Journals that an endpoint is not told of, because it was off or did not exist. */
export interface EndpointGap {
  readonly endpointId: string;
  readonly after: JournalPosition;
  /** Undefined while the endpoint is off. */
  readonly until: JournalPosition | undefined;
  /** What was recorded before this time (unix ms) waited for it then. */
  readonly since: number;
}

export abstract class EndpointCursors {
  /** Of the endpoints that are on. */
  abstract active(): Promise<EndpointCursor[]>;
  abstract all(): Promise<{ cursors: EndpointCursor[]; gaps: EndpointGap[] }>;
  abstract begin(endpointId: string, place: JournalPosition): Promise<void>;
  /** In the caller's unit of work, if any. False when the endpoint is off, or another process has moved the cursor. */
  abstract move(endpointId: string, from: JournalPosition, to: JournalPosition): Promise<boolean>;
  abstract missed(endpointId: string, misses: number, retryAt: number): Promise<void>;
  /** Goes on behind the newest journal: what was posted while the endpoint was off is not told. */
  abstract resume(endpointId: string): Promise<void>;
}

@Injectable()
export class CheckEndpointUrl {
  constructor(
    private readonly sender: WebhookSender,
    private readonly settings: WebhookSettings,
  ) {}

  /** @returns the normalised address. @throws Failure `webhooks.endpoint_url`, `webhooks.endpoint_not_public` */
  async execute(given: string): Promise<string> {
    const url = endpointUrl(given, this.settings.allowsPlainHttp);
    if (url === undefined) throw new Failure(webhookFailures.endpoint_url);
    const refusal = await this.sender.refusalOf(url);
    if (refusal === undefined) return url;
    throw new Failure(webhookFailures.endpoint_not_public, { text: `The url must lead to a public address: ${refusal}` });
  }
}

/** The secret cannot be read again. */
export interface EndpointWithSecret {
  readonly endpoint: Endpoint;
  readonly secret: string;
}

@Injectable()
export class CreateEndpoint {
  constructor(
    private readonly endpoints: Endpoints,
    private readonly checkUrl: CheckEndpointUrl,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure of CheckEndpointUrl */
  async execute(
    given: Pick<Endpoint, 'url' | 'events' | 'description'> & Partial<Pick<Endpoint, 'batch'>>,
    staff: StaffMember,
    action: string,
  ): Promise<EndpointWithSecret> {
    const url = await this.checkUrl.execute(given.url);
    const endpoint: Endpoint = { batch: 1, ...given, id: newId(), url, status: 'active', createdAt: this.clock.now() };
    const secret = newSecret();
    return this.auditedUnitOfWork.execute(staff, action, async () => {
      await this.endpoints.add(endpoint, secret);
      return { subject: `webhook_endpoint:${endpoint.id}`, after: endpoint, result: { endpoint, secret } };
    });
  }
}

export type EndpointChange = Partial<Pick<Endpoint, 'url' | 'events' | 'description' | 'batch' | 'status'>>;

@Injectable()
export class UpdateEndpoint {
  constructor(
    private readonly endpoints: Endpoints,
    private readonly cursors: EndpointCursors,
    private readonly checkUrl: CheckEndpointUrl,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Undefined fields stay. Rotation makes a new secret; the old one stays valid for a day.
   * @throws Failure `webhooks.endpoint_not_found`, `webhooks.nothing_to_change`, and of CheckEndpointUrl
   */
  async execute(
    id: string,
    change: EndpointChange,
    rotates: boolean,
    staff: StaffMember,
    action: string,
  ): Promise<Partial<EndpointWithSecret> & { endpoint: Endpoint }> {
    const given = await this.check(change);
    if (Object.keys(given).length === 0 && !rotates) throw new Failure(webhookFailures.nothing_to_change);
    return this.auditedUnitOfWork.execute(staff, action, async () => {
      const before = await this.endpoints.lock(id);
      if (!before) throw new Failure(webhookFailures.endpoint_not_found);
      const endpoint = { ...before, ...given };
      await this.endpoints.save(endpoint, given.url !== undefined);
      if (before.status !== 'active' && endpoint.status === 'active') await this.cursors.resume(id);
      const secret = rotates ? newSecret() : undefined;
      if (secret !== undefined) await this.endpoints.rotate(id, secret, this.clock.now() + SECRET_OVERLAP_MS);
      const after = rotates ? { ...endpoint, secret: 'rotated' } : endpoint;
      return { subject: `webhook_endpoint:${id}`, before, after, result: { endpoint, secret } };
    });
  }

  private async check(change: EndpointChange): Promise<EndpointChange> {
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as EndpointChange;
    return given.url === undefined ? given : { ...given, url: await this.checkUrl.execute(given.url) };
  }
}

@Injectable()
export class RemoveEndpoint {
  constructor(
    private readonly endpoints: Endpoints,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
  ) {}

  /** Pending webhooks of it fail at their next attempt, and what it was not told yet is forgotten. @throws Failure `webhooks.endpoint_not_found` */
  execute(id: string, staff: StaffMember, action: string): Promise<void> {
    return this.auditedUnitOfWork.execute(staff, action, async () => {
      const before = await this.endpoints.lock(id);
      if (!before) throw new Failure(webhookFailures.endpoint_not_found);
      await this.endpoints.remove(id);
      return { subject: `webhook_endpoint:${id}`, before, result: undefined };
    });
  }
}

/** Sends a signed ping to an endpoint, whatever it subscribes to, at once and once. */
@Injectable()
export class TestEndpoint {
  constructor(
    private readonly endpoints: Endpoints,
    private readonly webhooks: Webhooks,
    private readonly outbox: Outbox,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
  ) {}

  /** @returns the id of the webhook. @throws Failure `webhooks.endpoint_not_found`, `webhooks.endpoint_disabled` */
  execute(endpointId: string, staff: StaffMember, action: string): Promise<string> {
    return this.auditedUnitOfWork.execute(staff, action, async () => {
      const endpoint = await this.endpoints.find(endpointId);
      if (!endpoint) throw new Failure(webhookFailures.endpoint_not_found);
      if (endpoint.status !== 'active') throw new Failure(webhookFailures.endpoint_disabled);
      const [id, eventId] = [newId(), newId()];
      const payload = messageOf(PING, { endpointId }, eventId);
      await this.webhooks.addManual({ id, direction: 'outbound', partner: endpointId, eventId, event: PING, payload });
      await this.outbox.add(domainEvent('webhook.reopened', { webhookId: id, direction: 'outbound' }));
      return { subject: `webhook_endpoint:${endpointId}`, after: { webhookId: id }, result: id };
    });
  }
}
