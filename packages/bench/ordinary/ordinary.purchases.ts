import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { BadRequestException, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { OrdinaryNotice, OrdinaryOutbox, OrdinaryPosting, OrdinaryPurchase, OrdinaryWallet } from './ordinary.rows.js';

/** Bill payments the ordinary way: one transaction that takes the money, the provider, one that completes the purchase. */
@Injectable()
export class OrdinaryPurchases {
  constructor(private readonly dataSource: DataSource) {}

  async pay(userId: string, customerId: string, amount: number, idempotencyKey: string): Promise<{ orderId: string }> {
    const purchase = await this.retried((manager) => this.place(manager, userId, customerId, amount, idempotencyKey));
    if (purchase.status !== 'pending') return { orderId: purchase.id };
    const providerReference = await askProvider();
    await this.retried((manager) => this.complete(manager, purchase, providerReference));
    return { orderId: purchase.id };
  }

  private async retried<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.dataSource.transaction('READ COMMITTED', work);
      } catch (error) {
        const { errno } = error as { errno?: number };
        if ((errno !== 1213 && errno !== 1205) || attempt > 20) throw error;
      }
    }
  }

  private async place(manager: EntityManager, userId: string, customerId: string, amount: number, idempotencyKey: string) {
    const before = await manager.findOneBy(OrdinaryPurchase, { userId, idempotencyKey });
    if (before) return before;
    const wallet = await manager.findOneOrFail(OrdinaryWallet, { where: { id: userId }, lock: { mode: 'pessimistic_write' } });
    if (Number(wallet.balance) < amount) throw new BadRequestException('Insufficient funds');
    wallet.balance = String(Number(wallet.balance) - amount);
    await manager.save(wallet);
    const createdAt = new Date();
    const purchase = manager.create(OrdinaryPurchase, {
      id: randomUUID(),
      userId,
      customerId,
      amount: String(amount),
      status: 'pending',
      providerReference: '',
      idempotencyKey,
      createdAt,
    });
    await manager.save(purchase);
    await manager.save(
      manager.create(OrdinaryPosting, {
        id: randomUUID(),
        walletId: userId,
        transferId: purchase.id,
        amount: String(-amount),
        balanceAfter: wallet.balance,
        createdAt,
      }),
    );
    return purchase;
  }

  private async complete(manager: EntityManager, purchase: OrdinaryPurchase, providerReference: string): Promise<void> {
    purchase.status = 'completed';
    purchase.providerReference = providerReference;
    await manager.save(purchase);
    const { userId } = purchase;
    const message = 'Your purchase was successful';
    await manager.save(manager.create(OrdinaryNotice, { id: randomUUID(), userId, message, createdAt: new Date() }));
    const event = { name: 'purchase.completed', data: { purchaseId: purchase.id } };
    await manager.save(manager.create(OrdinaryOutbox, { id: randomUUID(), ...event }));
  }
}

/** A provider that answers at once, like the sandbox of the service. */
async function askProvider(): Promise<string> {
  await setImmediate();
  return randomUUID();
}
