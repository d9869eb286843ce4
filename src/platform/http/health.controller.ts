import { timingSafeEqual } from 'node:crypto';
import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { limit } from '../../kernel/timers.js';
import { Config } from '../config/config.js';
import { HttpEnvironment } from './http.settings.js';
import { Database } from '../database/database.js';
import { JobQueue } from '../queue/job-queue.js';
import { redisAddress } from '../redis/redis-address.js';
import { Conditions } from '../telemetry/conditions.js';
import { readBuild } from '../telemetry/build.js';
import { Log } from '../telemetry/log.js';
import { Metrics } from '../telemetry/metrics.js';
import { NO_PAGE } from './send.js';
import { isFromThisMachine, isLoopbackHost } from './this-machine.js';

const CHECK_MS = 3_000;

/** Health and metrics, without the envelope. */
@Controller()
export class HealthController {
  private readonly build = readBuild();
  /** Addresses for the log; without user and password. */
  private readonly databaseAt: string;
  private readonly queueAt: string;

  constructor(
    private readonly database: Database,
    private readonly queue: JobQueue,
    private readonly metrics: Metrics,
    private readonly conditions: Conditions,
    private readonly settings: HttpEnvironment,
    private readonly log: Log,
    { databaseUrl, redisUrl, dataDir }: Config,
  ) {
    this.databaseAt = databaseUrl === undefined ? dataDir : new URL(databaseUrl).host;
    this.queueAt = redisUrl === undefined ? 'this process' : redisAddress(redisUrl).at;
  }

  /** The commit, from which a stranger could tell which faults are mended, for this machine or with METRICS_TOKEN. */
  @Get('healthz')
  health(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): { status: string; version: string; commit?: string } {
    void reply.headers(NO_PAGE);
    const { version, commit } = this.build;
    const isKnown = commit !== undefined && (this.isAskedHere(request) || this.hasToken(request));
    return { status: 'ok', version, ...(isKnown && { commit }) };
  }

  /**
   * Checks database and queue; 503 also before the listener closes, so that a load balancer turns away in time. Failures of single
   * features are named and do not fail the check. `?exclude=queue` leaves the queue out, without which money moves and reads go on, so
   * that an outage of Redis does not take every process away.
   */
  @Get('readyz')
  async ready(@Res() reply: FastifyReply, @Query('exclude') exclude?: unknown): Promise<void> {
    const [database, queue, conditions] = await Promise.all([
      this.state('database', this.databaseAt, this.database.rows('SELECT name FROM lease LIMIT 1')),
      exclude === 'queue' ? undefined : this.state('queue', this.queueAt, this.queue.ping()),
      this.conditions.withWorker(),
    ]);
    const isWorking = database === 'ok' && queue !== 'down';
    const status = !isWorking ? 'down' : this.conditions.isStopping ? 'stopping' : 'ok';
    void reply
      .headers(NO_PAGE)
      .code(status === 'ok' ? 200 : 503)
      .send({ status, database, ...(queue && { queue }), ...conditions });
  }

  private async state(name: string, at: string, check: Promise<unknown>): Promise<'ok' | 'down'> {
    try {
      await limit(check, CHECK_MS, () => new Error('no answer in time'));
      return 'ok';
    } catch (error) {
      this.log.problem('not ready', error, { check: name, at });
      return 'down';
    }
  }

  /** Needs METRICS_TOKEN as bearer token; without the setting, a direct connection from this machine. */
  @Get('metrics')
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    void reply.headers(NO_PAGE);
    if (!this.mayRead(request)) return void reply.code(403).send({ status: 'forbidden' });
    const { contentType, text } = await this.metrics.exposition();
    void reply.header('content-type', contentType).send(text);
  }

  private mayRead(request: FastifyRequest): boolean {
    return this.settings.METRICS_TOKEN ? this.hasToken(request) : this.isAskedHere(request);
  }

  /** A local proxy that adds no header shows itself by the public name that it passes on. */
  private isAskedHere(request: FastifyRequest): boolean {
    const { host, hostname } = new URL(this.settings.publicUrl);
    const asked = (request.headers.host ?? '').toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
    return isFromThisMachine(request) && (isLoopbackHost(host) || asked !== hostname);
  }

  private hasToken({ headers }: FastifyRequest): boolean {
    const token = this.settings.METRICS_TOKEN;
    if (!token) return false;
    const given = Buffer.from(headers.authorization ?? '');
    const expected = Buffer.from(`Bearer ${token}`);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }
}
