import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Budgets } from '../../kernel/budgets.js';
import type { BudgetSet } from '../../kernel/budget-definitions.js';
import { Clock } from '../../kernel/clock.js';
import { provideSettings } from '../../platform/config/provide-settings.js';
import { HttpEnvironment } from '../../platform/http/http.settings.js';
import { Database } from '../../platform/database/database.js';
import { RedisConnection } from '../../platform/redis/redis.js';
import { SystemLogsModule } from '../system-logs/system-logs.module.js';
import { AbuseJobs } from './abuse.jobs.js';
import { RateLimiterSpendings } from './adapters/rate-limiter/rate-limiter-spendings.js';
import { MeteredRefusals } from './adapters/telemetry/metered-refusals.js';
import { BudgetSpendingRow, TypeormBlocks, DatabaseUnitState, TypeormSpendings } from './budgets.store.js';
import { CountedBudgets } from './counted-budgets.js';
import { Blocks, FastSpendings, Refusals, Spendings, UnitState } from './budgets.js';
import { AbuseEnvironment } from './abuse.settings.js';

const BUDGET_SET = Symbol('the budgets as they are set');

@Module({
  imports: [TypeOrmModule.forFeature([BudgetSpendingRow]), SystemLogsModule],
  providers: [
    provideSettings(AbuseEnvironment),
    {
      provide: BUDGET_SET,
      useFactory: (settings: AbuseEnvironment, { RATE_LIMIT_SCALE }: HttpEnvironment) => settings.budgets(RATE_LIMIT_SCALE),
      inject: [AbuseEnvironment, HttpEnvironment],
    },
    AbuseJobs,
    { provide: Spendings, useClass: TypeormSpendings },
    { provide: Refusals, useClass: MeteredRefusals },
    { provide: UnitState, useClass: DatabaseUnitState },
    {
      provide: Blocks,
      useFactory: (budgets: BudgetSet, fast: FastSpendings, database: Database, clock: Clock) =>
        new TypeormBlocks(budgets, fast, database, clock),
      inject: [BUDGET_SET, FastSpendings, Database, Clock],
    },
    {
      provide: FastSpendings,
      useFactory: (budgets: BudgetSet, redis?: RedisConnection) => new RateLimiterSpendings(budgets, redis),
      inject: [BUDGET_SET, { token: RedisConnection, optional: true }],
    },
    {
      provide: Budgets,
      useFactory: (
        budgets: BudgetSet,
        spendings: Spendings,
        fast: FastSpendings,
        refusals: Refusals,
        unit: UnitState,
        clock: Clock,
      ) => new CountedBudgets(budgets, spendings, fast, refusals, unit, clock),
      inject: [BUDGET_SET, Spendings, FastSpendings, Refusals, UnitState, Clock],
    },
  ],
  exports: [Blocks, Budgets],
})
export class AbuseModule {}
