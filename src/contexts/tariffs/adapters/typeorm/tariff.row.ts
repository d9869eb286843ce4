import { Entity } from 'typeorm';
import { RowSeal, Unsealed } from '../../../../platform/crypto/row-seal.js';
import { LongTextColumn, PrimaryIdColumn, TextColumn, TimeColumn } from '../../../../platform/database/columns.js';

/** Append-only: a change is another tariff that begins later. */
@Entity('tariff')
@RowSeal<TariffRow>('tariffSeal', ['kind', 'subject', 'name', 'fromMs', 'untilMs', 'terms'])
@Unsealed<TariffRow>({ createdAt: 'is only shown; when a tariff applies is sealed' })
export class TariffRow {
  @PrimaryIdColumn() id: string;
  @TextColumn('kind', 16) kind: string;
  @TextColumn('subject', 96) subject: string;
  @TextColumn('name', 100) name: string;
  @TimeColumn('from_ms') fromMs: number;
  @TimeColumn('until_ms', { nullable: true }) untilMs: number | null;
  /** JSON: bands, or requires and limits, in kobo. */
  @LongTextColumn('terms') terms: string;
  @TimeColumn('recorded') createdAt: number;
  @TextColumn('tariff_seal', 64, { nullable: true }) tariffSeal: string | null;
}
