import { Entity } from 'typeorm';
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

@Entity('transaction_pin')
@RowSeal<TransactionPinRow>('pinSeal', ['id', 'sealedHash', 'isEnded'])
@Unsealed<TransactionPinRow>({
  failures: 'whoever can write it can also restore the whole row of before the wrong attempts, with its seal',
  lockedUntil: 'as the failures',
})
export class TransactionPinRow {
  @PrimaryIdColumn('user_id') userId: string;
  @IdColumn('pin_id') id: string;
  /** Encrypted, because ten thousand PINs are soon tried on a hash. */
  @Sealed() @LongTextColumn('sealed_hash') sealedHash: string;
  /** By a reset. */
  @FlagColumn('ended', { default: 0 }) isEnded: boolean;
  @CountColumn('failures') failures: number;
  @TimeColumn('locked_until') lockedUntil: number;
  @TextColumn('pin_seal', 64, { nullable: true }) pinSeal: string | null;
}
