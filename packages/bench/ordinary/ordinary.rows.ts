import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

// The tables of the ordinary way: what most services of this kind look like.

@Entity('o_wallet')
export class OrdinaryWallet {
  @PrimaryColumn({ type: 'varchar', length: 40 }) id: string;
  @Column({ type: 'varchar', length: 191 }) @Index({ unique: true }) email: string;
  @Column({ type: 'bigint' }) balance: string;
}

@Entity('o_transfer')
@Index(['senderId', 'idempotencyKey'], { unique: true })
export class OrdinaryTransfer {
  @PrimaryColumn({ type: 'varchar', length: 40 }) id: string;
  @Column({ type: 'varchar', length: 40 }) senderId: string;
  @Column({ type: 'varchar', length: 40 }) receiverId: string;
  @Column({ type: 'bigint' }) amount: string;
  @Column({ type: 'varchar', length: 191 }) idempotencyKey: string;
  @Column({ type: 'datetime', precision: 3 }) createdAt: Date;
}

@Entity('o_posting')
@Index(['walletId', 'createdAt'])
export class OrdinaryPosting {
  @PrimaryColumn({ type: 'varchar', length: 40 }) id: string;
  @Column({ type: 'varchar', length: 40 }) walletId: string;
  @Column({ type: 'varchar', length: 40 }) transferId: string;
  @Column({ type: 'bigint' }) amount: string;
  @Column({ type: 'bigint' }) balanceAfter: string;
  @Column({ type: 'datetime', precision: 3 }) createdAt: Date;
}

@Entity('o_notice')
@Index(['userId', 'createdAt'])
export class OrdinaryNotice {
  @PrimaryColumn({ type: 'varchar', length: 40 }) id: string;
  @Column({ type: 'varchar', length: 40 }) userId: string;
  @Column({ type: 'varchar', length: 255 }) message: string;
  @Column({ type: 'datetime', precision: 3 }) createdAt: Date;
}

@Entity('o_outbox')
export class OrdinaryOutbox {
  @PrimaryColumn({ type: 'varchar', length: 40 }) id: string;
  @Column({ type: 'varchar', length: 64 }) name: string;
  @Column({ type: 'json' }) data: object;
}

@Entity('o_purchase')
@Index(['userId', 'idempotencyKey'], { unique: true })
export class OrdinaryPurchase {
  @PrimaryColumn({ type: 'varchar', length: 40 }) id: string;
  @Column({ type: 'varchar', length: 40 }) userId: string;
  @Column({ type: 'varchar', length: 64 }) customerId: string;
  @Column({ type: 'bigint' }) amount: string;
  @Column({ type: 'varchar', length: 16 }) status: string;
  @Column({ type: 'varchar', length: 40 }) providerReference: string;
  @Column({ type: 'varchar', length: 191 }) idempotencyKey: string;
  @Column({ type: 'datetime', precision: 3 }) createdAt: Date;
}

export const ORDINARY_ROWS = [
  OrdinaryPurchase,
  OrdinaryWallet,
  OrdinaryTransfer,
  OrdinaryPosting,
  OrdinaryNotice,
  OrdinaryOutbox,
];
