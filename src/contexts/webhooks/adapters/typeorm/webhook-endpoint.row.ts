import { Entity, Index } from 'typeorm';
import { Sealed } from '../../../../platform/crypto/sealed-columns.js';
import { CountColumn, LongTextColumn, PrimaryIdColumn, TextColumn, TimeColumn } from '../../../../platform/database/columns.js';
import type { EndpointStatus } from '../../domain/endpoint.js';

@Entity('webhook_endpoint')
@Index('webhook_endpoint_recorded', ['createdAt'])
@Index('webhook_endpoint_status', ['status'])
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
}
