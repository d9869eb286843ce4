import { IsOptional, Matches } from 'class-validator';
import { Described, RoomSettings } from '../platform/config/room-settings.js';
import { IsRetention, STORE_FORM } from '../platform/config/variables.js';

export class LedgerEnvironment extends RoomSettings {
  @Described('Data', {
    meaning:
      'where the signed head of the chain is written every hour, best a bucket with a retention period that nobody with access to the database can write to',
    unset: 'nowhere',
    example: 's3:https://access-key:secret-key@s3.example.com/harmattan-anchors?region=us-east-1',
    needsHttps: true,
  })
  @IsOptional()
  @Matches(STORE_FORM, { message: 'LEDGER_ANCHOR_URL must be file:///path, or s3: and an address as in S3_URL' })
  LEDGER_ANCHOR_URL?: string = undefined;

  @Described('Data', {
    meaning:
      'how long the answers of money requests are kept, in days, for repeats under the same `Idempotency-Key`; a later repeat is told that it was carried out, and is never executed again; 0 keeps them for ever',
  })
  @IsRetention(7)
  RETENTION_IDEMPOTENCY_DAYS: number = 30;
}
