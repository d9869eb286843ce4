import { Entity } from 'typeorm';
import { Sealed } from '../../../../platform/crypto/sealed-columns.js';
import { CountColumn, IdColumn, LongTextColumn, PrimaryIdColumn, TimeColumn } from '../../../../platform/database/columns.js';

@Entity('transaction_pin')
export class TransactionPinRow {
  @PrimaryIdColumn('user_id') userId: string;
  @IdColumn('pin_id') id: string;
  /** Encrypted, because ten thousand PINs are soon tried on a hash. */
  @Sealed() @LongTextColumn('sealed_hash') sealedHash: string;
  @CountColumn('failures') failures: number;
  @TimeColumn('locked_until') lockedUntil: number;
}
