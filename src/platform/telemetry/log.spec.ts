import { hostname } from 'node:os';
import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../kernel/failure.js';
import { readBuild } from './build.js';
import { lineStream, Log, type RequestLine } from './log.js';

const line: RequestLine = {
  reference: '8XK2M0QA',
  action: 'user_transfer_create',
  status: 200,
  ms: 7.0912,
  ip: '2001:db8::1',
  userId: '01HNZXD07M5CEN5XA66EMZSRZW',
  failure: undefined,
};

function logged(logLevel: string, work: (log: Log) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  work(new Log({ LOG_LEVEL: logLevel }, { write: (text) => void lines.push(text) }));
  return lines.map((text) => JSON.parse(text) as Record<string, unknown>);
}

describe('request log line', () => {
  it("has the fields and order of pino's lines", () => {
    const [answered, failed] = logged('info', (log) => {
      log.request(line);
      log.request({ ...line, status: 404, failure: new Failure({ name: 'test.unknown', kind: 'not_found', text: 'No' }) });
    });
    expect(Object.keys(answered!)).toEqual(Object.keys(failed!).filter((name) => name !== 'failure'));
    expect(answered).toEqual({ ...failed, time: answered!['time'], status: 200, failure: undefined });
    expect(answered).toMatchObject({ level: 30, ms: 7.1, msg: 'request', ip: line.ip, userId: line.userId });
    expect(new Date(answered!['time'] as string).toISOString()).toBe(answered!['time']);
  });

  it('says in both forms which process it is from', () => {
    const lines: string[] = [];
    const log = new Log({ LOG_LEVEL: 'info' }, { write: (text) => void lines.push(text) }, 'worker');
    log.request(line);
    log.info('started');
    const origin = { host: hostname(), role: 'worker', version: readBuild().version };
    for (const text of lines) expect(JSON.parse(text)).toMatchObject(origin);
  });

  it('has no user for an unsigned request', () => {
    const [answered] = logged('info', (log) => log.request({ ...line, userId: undefined }));
    expect(answered).not.toHaveProperty('userId');
  });

  it('is omitted at a higher log level', () => {
    expect(logged('warn', (log) => log.request(line))).toEqual([]);
  });
});

describe('log in a terminal', () => {
  const written = (isTerminal: boolean) => {
    const chunks: string[] = [];
    const paper = new Writable({
      write(chunk: Buffer, _, done) {
        chunks.push(chunk.toString());
        done();
      },
    });
    const log = new Log({ LOG_LEVEL: 'info' }, lineStream(isTerminal, paper));
    log.info('created a new database', { database: 'harmattan' });
    log.request(line);
    return chunks.join('').trimEnd().split('\n');
  };

  it('is readable', () => {
    const [created, request] = written(true);
    expect(created).toMatch(/^\[\d\d:\d\d:\d\d\.\d+\] INFO: created a new database \{"database":"harmattan"\}$/);
    expect(request).toContain('INFO: request {"reference":"8XK2M0QA","action":"user_transfer_create","status":200');
  });

  it('is JSON elsewhere', () => {
    expect(written(false).map((text) => (JSON.parse(text) as { msg: string }).msg)).toEqual([
      'created a new database',
      'request',
    ]);
  });
});

describe('a problem', () => {
  it('is written at once, with what was held back before it', () => {
    const [held, written]: string[][] = [[], []];
    const flush = (done?: () => void) => {
      written!.push(...held!.splice(0).map((text) => (JSON.parse(text) as { msg: string }).msg));
      done?.();
    };
    const log = new Log({ LOG_LEVEL: 'info' }, { write: (text) => void held!.push(text), flush });
    log.info('started');
    log.request(line);
    log.warning('slow');
    expect(written).toEqual([]);
    log.problem('not ready', new Error('away'));
    expect(written).toEqual(['started', 'request', 'slow', 'not ready']);
    log.request({ ...line, status: 500, failure: new Failure({ name: 'test.fault', kind: 'fault', text: 'No' }) });
    expect(written!.slice(4)).toEqual(['request']);
  });

  it('names what was thrown, and no error where nothing was', () => {
    const [thrown, found] = logged('info', (log) => {
      log.problem('a job failed', new TypeError('no'));
      log.problem('work is overdue', undefined, { kind: 'mail' });
    });
    expect(thrown).toMatchObject({ level: 50, msg: 'a job failed', error: expect.anything() });
    expect(found).toMatchObject({ level: 50, msg: 'work is overdue', kind: 'mail' });
    expect(found).not.toHaveProperty('error');
  });
});
