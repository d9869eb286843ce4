import { describe, expect, it } from 'vitest';
import { Log } from '../telemetry/log.js';
import { MigrationProgress } from './migrate.js';

function observe(isTTY: boolean, work: (progress: MigrationProgress) => void) {
  const written = { terminal: '', log: '' };
  const log = new Log({ LOG_LEVEL: 'info' }, { write: (line) => (written.log += line) });
  const stream = { isTTY, write: (text: unknown) => Boolean((written.terminal += String(text))) };
  work(new MigrationProgress(log, stream));
  log.flush();
  return {
    terminal: written.terminal,
    log: written.log
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as object),
  };
}

const applyAll = (progress: MigrationProgress) => {
  for (let count = 1; count <= 3; count++) progress.applied(count, 3);
  progress.ended([{ name: 'one' }, { name: 'two' }, { name: 'three' }] as never, '/data');
};

describe('MigrationProgress', () => {
  it('writes one line over itself on a terminal', () => {
    const { terminal, log } = observe(true, applyAll);
    expect(terminal.split('\r').at(-1)).toBe('Preparing the database: 3 of 3 steps\n');
    expect(terminal.split('\n')).toHaveLength(2);
    expect(log).toHaveLength(1);
  });

  it('writes one line at the end of a quick migration into the log', () => {
    const { terminal, log } = observe(false, applyAll);
    expect(terminal).toBe('');
    expect(log).toEqual([expect.objectContaining({ msg: 'created a new database', database: '/data', migrations: 3 })]);
  });

  it('names the migrations of an update', () => {
    const { log } = observe(false, (progress) => progress.ended([{ name: 'Routes0045' }] as never, undefined));
    expect(log).toEqual([expect.objectContaining({ msg: 'migrated the database', migrations: ['Routes0045'] })]);
  });

  it('counts every few seconds in the log of a slow one', () => {
    const { log } = observe(false, (progress) => {
      Object.assign(progress, { saidAtMs: Date.now() - 3_100 });
      progress.applied(1, 3);
      progress.applied(2, 3);
    });
    expect(log).toEqual([expect.objectContaining({ msg: 'preparing the database', done: 1, of: 3 })]);
  });
});
