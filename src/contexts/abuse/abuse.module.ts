import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Budgets } from '../../kernel/budgets.js';
import { Clock } from '../../kernel/clock.js';
import { Config } from '../../platform/config/config.js';
import { Database } from '../../platform/database/database.js';
import { RedisConnection } from '../../platform/redis/redis.js';
import { SystemLogsModule } from '../system-logs/system-logs.module.js';
import { AbuseJobs } from './abuse.jobs.js';
import { RateLimiterSpendings } from './adapters/rate-limiter/rate-limiter-spendings.js';
import { MeteredRefusals } from './adapters/telemetry/metered-refusals.js';
import { BudgetSpendingRow } from './adapters/typeorm/budget-spending.row.js';
import { TypeormBlocks } from './adapters/typeorm/typeorm-blocks.js';
import { DatabaseUnitState } from './adapters/typeorm/database-unit-state.js';
import { TypeormSpendings } from './adapters/typeorm/typeorm-spendings.js';
import { CountedBudgets } from './application/counted-budgets.js';
import { Blocks } from './application/ports/blocks.js';
import { FastSpendings } from './application/ports/fast-spendings.js';
import { Refusals } from './application/ports/refusals.js';
import { Spendings } from './application/ports/spendings.js';
import { UnitState } from './application/ports/unit-state.js';

/** What one subject may do in a time. */
@Module({
  imports: [TypeOrmModule.forFeature([BudgetSpendingRow]), SystemLogsModule],
  providers: [
    AbuseJobs,
    { provide: Spendings, useClass: TypeormSpendings },
    { provide: Refusals, useClass: MeteredRefusals },
    { provide: UnitState, useClass: DatabaseUnitState },
    {
      provide: Blocks,
      useFactory: ({ budgets }: Config, fast: FastSpendings, database: Database, clock: Clock) =>
        new TypeormBlocks(budgets, fast, database, clock),
      inject: [Config, FastSpendings, Database, Clock],
    },
    {
      provide: FastSpendings,
      useFactory: ({ budgets }: Config, redis?: RedisConnection) => new RateLimiterSpendings(budgets, redis),
      inject: [Config, { token: RedisConnection, optional: true }],
    },
    {
      provide: Budgets,
      useFactory: (
        { budgets }: Config,
        spendings: Spendings,
        fast: FastSpendings,
        refusals: Refusals,
        unit: UnitState,
        clock: Clock,
      ) => new CountedBudgets(budgets, spendings, fast, refusals, unit, clock),
      inject: [Config, Spendings, FastSpendings, Refusals, UnitState, Clock],
    },
  ],
  exports: [Blocks, Budgets],
})
export class AbuseModule {}
