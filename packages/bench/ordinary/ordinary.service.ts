import { randomUUID } from 'node:crypto';
import { BadRequestException, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { OrdinaryNotice, OrdinaryOutbox, OrdinaryPosting, OrdinaryTransfer, OrdinaryWallet } from './ordinary.rows.js';

/** Transfers the ordinary way: entities, one transaction each, rows locked in id order, idempotency by a look-up first. */
@Injectable()
export class OrdinaryTransfers {
  constructor(private readonly dataSource: DataSource) {}

  async create(
    senderId: string,
    email: string,
    amountKobo: number,
    idempotencyKey: string,
  ): Promise<{ message: string; transact: string }> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.dataSource.transaction('READ COMMITTED', (manager) =>
          this.transfer(manager, senderId, email, amountKobo, idempotencyKey),
        );
      } catch (error) {
        const { errno } = error as { errno?: number };
        if ((errno !== 1213 && errno !== 1205) || attempt > 20) throw error;
      }
    }
  }

  private async transfer(manager: EntityManager, senderId: string, email: string, amount: number, idempotencyKey: string) {
    const before = await manager.findOneBy(OrdinaryTransfer, { senderId, idempotencyKey });
    if (before) return { message: 'sent', transact: before.id };
    const receiver = await manager.findOneBy(OrdinaryWallet, { email });
    if (!receiver) throw new BadRequestException('recipient not found');
    const wallets = await manager
      .createQueryBuilder(OrdinaryWallet, 'wallet')
      .setLock('pessimistic_write')
      .where('wallet.id IN (:...ids)', { ids: [senderId, receiver.id] })
      .orderBy('wallet.id')
      .getMany();
    const from = wallets.find((wallet) => wallet.id === senderId)!;
    const to = wallets.find((wallet) => wallet.id === receiver.id)!;
    if (Number(from.balance) < amount) throw new BadRequestException('Insufficient funds');
    from.balance = String(Number(from.balance) - amount);
    to.balance = String(Number(to.balance) + amount);
    await manager.save([from, to]);
    const createdAt = new Date();
    const transfer = manager.create(OrdinaryTransfer, {
      id: randomUUID(),
      senderId,
      receiverId: to.id,
      amount: String(amount),
      idempotencyKey,
      createdAt,
    });
    await manager.save(transfer);
    await manager.save([
      manager.create(OrdinaryPosting, {
        id: randomUUID(),
        walletId: from.id,
        transferId: transfer.id,
        amount: String(-amount),
        balanceAfter: from.balance,
        createdAt,
      }),
      manager.create(OrdinaryPosting, {
        id: randomUUID(),
        walletId: to.id,
        transferId: transfer.id,
        amount: String(amount),
        balanceAfter: to.balance,
        createdAt,
      }),
    ]);
    await manager.save([
      manager.create(OrdinaryNotice, { id: randomUUID(), userId: from.id, message: 'You sent money', createdAt }),
      manager.create(OrdinaryNotice, { id: randomUUID(), userId: to.id, message: 'You received money', createdAt }),
    ]);
    await manager.save(
      manager.create(OrdinaryOutbox, { id: randomUUID(), name: 'transfer.completed', data: { transferId: transfer.id } }),
    );
    return { message: 'sent', transact: transfer.id };
  }
}
