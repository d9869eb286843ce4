import { type FindManyOptions, LessThanOrEqual, MoreThan } from 'typeorm';
import type { Database } from '../../../../platform/database/database.js';
import { isDuplicate } from '../../../../platform/database/errors.js';
import { FileRequests } from '../../application/ports.js';
import type { FileRequest } from '../../domain/file-request.js';

export interface FileRequestRow extends FileRequest {
  /** The user while it runs, so that there is one at a time. */
  readonly runningFor: string | null;
}

export class TypeormFileRequests<Request extends FileRequest> extends FileRequests<Request> {
  constructor(
    private readonly database: Database,
    private readonly row: new () => Request & FileRequestRow,
  ) {
    super();
  }

  async begin(request: Omit<Request, 'state' | 'expiresAt'> & Pick<FileRequest, 'userId'>): Promise<boolean> {
    try {
      await this.rows.insert({ ...request, state: 'running', runningFor: request.userId, expiresAt: 0 });
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  async find(id: string): Promise<Request | undefined> {
    return (await this.list({ where: { id }, take: 1 }))[0];
  }

  async runningOf(userId: string): Promise<Request | undefined> {
    return (await this.list({ where: { runningFor: userId }, take: 1 }))[0];
  }

  async timesSince(userId: string, since: number): Promise<number[]> {
    const recent = await this.rows.find({ where: { userId, createdAt: MoreThan(since) }, order: { createdAt: 'ASC' } });
    return recent.map(({ createdAt }) => createdAt);
  }

  async end(id: string, state: 'ready' | 'failed', expiresAt: number): Promise<boolean> {
    const { affected } = await this.rows.update({ id, state: 'running' }, { state, runningFor: null, expiresAt });
    return affected === 1;
  }

  async expire(id: string): Promise<void> {
    await this.rows.update({ id }, { state: 'expired' });
  }

  running(limit: number): Promise<Request[]> {
    return this.list({ where: { state: 'running' }, order: { createdAt: 'ASC', id: 'ASC' }, take: limit });
  }

  over(now: number, limit: number): Promise<Request[]> {
    const where = { state: 'ready' as const, expiresAt: LessThanOrEqual(now) };
    return this.list({ where, order: { expiresAt: 'ASC' }, take: limit });
  }

  private async list(options: FindManyOptions<FileRequestRow>): Promise<Request[]> {
    return (await this.rows.find(options)) as (Request & FileRequestRow)[];
  }

  /** As rows with the common columns: TypeORM's criteria cannot be checked for a row that is not known. */
  private get rows() {
    return this.database.repository<FileRequestRow>(this.row);
  }
}
