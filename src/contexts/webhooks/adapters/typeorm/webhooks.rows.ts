import { Entity, Index } from 'typeorm';
import { RowSeal, Unsealed } from '../../../../platform/crypto/row-seal.js';
import { Sealed } from '../../../../platform/crypto/sealed-columns.js';
import {
  CountColumn,
  FlagColumn,
  IdColumn,
  LongTextColumn,
  PrimaryIdColumn,
  TextColumn,
  TimeColumn,
} from '../../../../platform/database/columns.js';
import type { EndpointStatus } from '../../domain/endpoint.js';
import type { Attempt, Direction, WebhookStatus } from '../../domain/webhook.js';

@Entity('webhook_endpoint')
@Index('webhook_endpoint_recorded', ['createdAt'])
@Index('webhook_endpoint_status', ['status'])
@RowSeal<WebhookEndpointRow>('endpointSeal', ['url', 'events'])
@Unsealed<WebhookEndpointRow>({
  description: 'is only shown',
  status: 'only says whether it is told at all',
  consecutiveFailures: 'only says when it is told no more',
  secret: 'is encrypted for its row',
  previousSecret: 'is encrypted for its row',
  previousUntil: 'only says how long a secret of its own is used',
  createdAt: 'is only shown',
})
export class WebhookEndpointRow {
  @PrimaryIdColumn() id: string;
  @TextColumn('url', 1000) url: string;
  @LongTextColumn('events') events: string;
  @TextColumn('description', 1000) description: string;
  @TextColumn('status', 16) status: EndpointStatus;
  @CountColumn('strikes', { default: 0 }) consecutiveFailures: number;
  @Sealed() @TextColumn('secret') secret: string;
  @Sealed() @TextColumn('previous_secret', 255, { nullable: true }) previousSecret: string | null;
  @TimeColumn('previous_until', { default: 0 }) previousUntil: number;
  @TimeColumn('recorded') createdAt: number;
  @TextColumn('endpoint_seal', 64, { nullable: true }) endpointSeal: string | null;
}

const SUBJECT_LENGTH = 64;

@Entity('webhook')
@Index('webhook_event', ['partner', 'eventId'], { unique: true })
@Index('webhook_due', ['status', 'direction', 'partner', 'nextAttemptAt', 'id'])
@Index('webhook_recorded', ['createdAt'])
@Index('webhook_status', ['status', 'createdAt'])
@Index('webhook_partner', ['partner', 'createdAt'])
@Index('webhook_sequence', ['partner', 'subject', 'sequenceNo'], { unique: true })
export class WebhookRow {
  @PrimaryIdColumn() id: string;
  @TextColumn('direction', 16) direction: Direction;
  @IdColumn('partner') partner: string;
  @TextColumn('event_id', 128) eventId: string;
  @TextColumn('event', 64) event: string;
  @LongTextColumn('payload') payload: string;
  @TextColumn('status', 16) status: WebhookStatus;
  @CountColumn('attempts', { default: 0 }) attempts: number;
  @CountColumn('manual_retries', { default: 0 }) manualRetries: number;
  /** The current or next attempt was requested by staff. */
  @FlagColumn('is_manual', { default: 0 }) isManual: boolean;
  /** While processing: end of the lease. */
  @TimeColumn('next_attempt_at', { default: 0 }) nextAttemptAt: number;
  @TextColumn('last_error') lastError: string;
  @TimeColumn('recorded') createdAt: number;
  /** What the webhook and others tell of; null where no other one does. */
  @TextColumn('subject', SUBJECT_LENGTH, { nullable: true }) subject: string | null;
  /** Place among the webhooks of the subject at the partner, from 1. */
  @CountColumn('sequence_no', { nullable: true }) sequenceNo: number | null;
}

@Entity('webhook_attempt')
@Index('webhook_attempt_number', ['webhookId', 'number'], { unique: true })
export class WebhookAttemptRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('webhook_id') webhookId: string;
  @CountColumn('number') number: number;
  @FlagColumn('is_manual') isManual: boolean;
  @TextColumn('outcome', 16) outcome: Attempt['outcome'];
  @TextColumn('error') error: string;
  @CountColumn('http_status') httpStatus: number;
  @CountColumn('duration_ms') durationMs: number;
  @TimeColumn('recorded') createdAt: number;
}
