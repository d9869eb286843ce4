import { type DynamicModule, Global, Module, type ModuleMetadata } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DiscoveryModule } from '@nestjs/core';
import type { Config } from '../config/config.js';
import { RedisConnection } from '../redis/redis.js';
import { StorageModule } from '../storage/storage.module.js';
import { Authentication, ProvenKeys, SignedFiles } from './authentication.js';
import { BodyAdmission } from './body-admission.js';
import { BodyBudget, DiskBudget } from './body-budget.js';
import { BodyLimits, BodyReader } from './body-reader.js';
import { FaultRow } from './fault.row.js';
import { Faults } from './faults.js';
import { Execution } from './execution.js';
import { HealthController } from './health.controller.js';
import { CertificateGauges } from './certificate-gauges.js';
import { HealthGauges } from './health-gauges.js';
import { HttpEnvironment } from './http.settings.js';
import { ReadAllowance } from './read-allowance.js';
import { IdempotentExecution } from './idempotent-execution.js';
import { InterfaceController } from './openapi/interface.controller.js';
import { OperationPipeline } from './operation-pipeline.js';
import { OperationRegistry } from './operation-registry.js';
import { OperationsController } from './operations.controller.js';
import { RateLimits } from './rate-limits.js';
import { MemoryReplayGuard, RedisReplayGuard, ReplayGuard, replayMemorySeconds } from './replay-guard.js';
import { RequestAnswers } from './request-answers.js';
import { RequestLimits } from './request-limits.js';
import { UploadAdmission } from './upload-admission.js';
import { UploadReceiver } from './upload-receiver.js';

@Global()
@Module({
  imports: [DiscoveryModule, StorageModule, TypeOrmModule.forFeature([FaultRow])],
  providers: [
    HealthGauges,
    CertificateGauges,
    OperationRegistry,
    OperationPipeline,
    Authentication,
    SignedFiles,
    RequestLimits,
    Execution,
    ReadAllowance,
    IdempotentExecution,
    RequestAnswers,
    Faults,
    BodyLimits,
    BodyAdmission,
    BodyBudget,
    DiskBudget,
    BodyReader,
    ProvenKeys,
    UploadAdmission,
    UploadReceiver,
    {
      provide: ReplayGuard,
      useFactory: ({ SIGNATURE_TOLERANCE_SECONDS }: HttpEnvironment, redis?: RedisConnection) => {
        const seconds = replayMemorySeconds(SIGNATURE_TOLERANCE_SECONDS);
        return redis ? new RedisReplayGuard(redis, seconds) : new MemoryReplayGuard(seconds);
      },
      inject: [HttpEnvironment, { token: RedisConnection, optional: true }],
    },
    {
      provide: RateLimits,
      useFactory: ({ RATE_LIMIT_SCALE }: HttpEnvironment, redis?: RedisConnection) => new RateLimits(RATE_LIMIT_SCALE, redis),
      inject: [HttpEnvironment, { token: RedisConnection, optional: true }],
    },
  ],
  exports: [Faults, OperationRegistry, OperationPipeline, ReplayGuard, SignedFiles],
})
export class HttpModule {
  /** A worker serves no operations. @param imports the modules that implement `SessionDirectory`, `IdempotencyRecords`, `StaffReads` and `Budgets` */
  static forRoot({ servesApi }: Config, imports: ModuleMetadata['imports'] = []): DynamicModule {
    return {
      module: HttpModule,
      imports,
      controllers: servesApi ? [HealthController, InterfaceController, OperationsController] : [HealthController],
    };
  }
}
