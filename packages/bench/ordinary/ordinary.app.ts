import 'reflect-metadata';
import {
  Body,
  type CallHandler,
  type CanActivate,
  Controller,
  type ExecutionContext,
  HttpCode,
  Injectable,
  Module,
  type NestInterceptor,
  Post,
  Req,
  UnauthorizedException,
  UseGuards,
  UseInterceptors,
  ValidationPipe,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { TypeOrmModule } from '@nestjs/typeorm';
import { IsNumber, IsOptional, IsString, Min } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import pino from 'pino';
import { map } from 'rxjs';
import { rawBodyHash, signatureFits, stringToSign } from '../../../src/platform/http/signature.js';
import { mysqlOptions } from '../../../src/platform/database/mysql-options.js';
import { ORDINARY_ROWS, OrdinaryWallet } from './ordinary.rows.js';
import { OrdinaryPurchases } from './ordinary.purchases.js';
import { OrdinaryTransfers } from './ordinary.service.js';
import { DataSource } from 'typeorm';
import type { BenchUser } from '../load.js';

// The yardstick, a process of its own: the same signed transfer over HTTP, written the way a Nest service is
// usually written: guard, validation pipe, interceptor, entities, one transaction for each request.

interface Signed extends FastifyRequest {
  rawBody: Buffer;
  userId: string;
}

const sessions = new Map<string, { secret: string; userId: string }>();
const log = pino({ level: 'info' }, pino.destination({ dest: '/dev/null', sync: false, minLength: 4096 }));

class TransferBody {
  @IsString() email: string;
  @IsNumber() @Min(50) amount: number;
  @IsOptional() @IsString() messge?: string;
}

class BillBody {
  @IsNumber() @Min(50) amount: number;
  @IsString() customerId: string;
}

@Injectable()
class SignatureGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Signed>();
    const header = (name: string) => String(request.headers[name] ?? '');
    const session = sessions.get(header('svc-securekey'));
    if (!session) throw new UnauthorizedException();
    const text = stringToSign({
      method: request.method,
      target: request.raw.url!,
      timestamp: header('svc-timestamp'),
      publicKey: header('svc-securekey'),
      bodyHash: rawBodyHash(request.rawBody),
      idempotencyKey: header('idempotency-key'),
    });
    if (!signatureFits(session.secret, text, header('svc-reqsignal'))) throw new UnauthorizedException();
    request.userId = session.userId;
    return true;
  }
}

@Injectable()
class EnvelopeInterceptor implements NestInterceptor {
  intercept(_: ExecutionContext, next: CallHandler) {
    const begun = Date.now();
    return next.handle().pipe(
      map((data: unknown) => {
        log.child({ action: 'user_transfer_create' }).info({ ms: Date.now() - begun }, 'request');
        return { REQUEST: { VERSION: '1.0', ACTION: 'user_transfer_create', STATUS: 'OK' }, DATA: data };
      }),
    );
  }
}

@Controller()
@UseGuards(SignatureGuard)
@UseInterceptors(EnvelopeInterceptor)
class TransfersController {
  constructor(
    private readonly transfers: OrdinaryTransfers,
    private readonly purchases: OrdinaryPurchases,
  ) {}

  @Post()
  @HttpCode(200)
  create(@Body() body: TransferBody, @Req() request: Signed) {
    return this.transfers.create(
      request.userId,
      body.email,
      Math.round(body.amount * 100),
      String(request.headers['idempotency-key']),
    );
  }

  @Post('bill')
  @HttpCode(200)
  pay(@Body() body: BillBody, @Req() request: Signed) {
    const amount = Math.round(body.amount * 100);
    return this.purchases.pay(request.userId, body.customerId, amount, String(request.headers['idempotency-key']));
  }
}

process.once('message', ({ url, users }: { url: string; users: BenchUser[] }) => void start(url, users));

async function start(url: string, users: BenchUser[]): Promise<void> {
  const { host, port, user, password, database } = mysqlOptions(url);
  @Module({
    imports: [
      TypeOrmModule.forRoot({
        type: 'mysql',
        host,
        port,
        username: user,
        password: password ?? '',
        database,
        entities: ORDINARY_ROWS,
        synchronize: true,
        poolSize: 10,
      }),
    ],
    controllers: [TransfersController],
    providers: [OrdinaryTransfers, OrdinaryPurchases],
  })
  class OrdinaryModule {}
  const app = await NestFactory.create<NestFastifyApplication>(OrdinaryModule, new FastifyAdapter(), {
    logger: false,
    rawBody: true,
  });
  app.useGlobalPipes(new ValidationPipe({ whitelist: true, transform: true }));
  await app.listen(0, '127.0.0.1');
  const wallets = app.get(DataSource).getRepository(OrdinaryWallet);
  for (const each of users) {
    sessions.set(each.pbcKey, { secret: each.secret, userId: each.pbcKey });
    if (!(await wallets.existsBy({ id: each.pbcKey })))
      await wallets.save(wallets.create({ id: each.pbcKey, email: each.email, balance: '100000000000' }));
  }
  process.send!({ origin: await app.getUrl() });
}
