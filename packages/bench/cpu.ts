import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** CPU time of a process and of those that it started, so far, user and system, in seconds (Linux; 0 elsewhere). */
export function cpuSeconds(pid: number): number {
  return [pid, ...startedBy(pid)].reduce((sum, each) => sum + ownSeconds(each), 0);
}

function startedBy(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function ownSeconds(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}

/** The server that listens on this port of this machine (Linux; undefined where it cannot be seen). */
function listenerPid(port: number): number | undefined {
  const inode = listeningInode(port);
  if (inode === undefined) return undefined;
  for (const pid of readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name))) {
    try {
      const files = readdirSync(`/proc/${pid}/fd`);
      if (files.some((file) => readlinkSync(`/proc/${pid}/fd/${file}`) === `socket:[${inode}]`)) return Number(pid);
    } catch {
      // ended meanwhile, or somebody else's
    }
  }
  return undefined;
}

/** From the kernel's table: local address with the port in hex, state 0A (listening), and the inode of the socket. */
function listeningInode(port: number): string | undefined {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    try {
      const rows = readFileSync(table, 'utf8')
        .split('\n')
        .map((line) => line.trim().split(/\s+/));
      const row = rows.find((fields) => fields[1]?.endsWith(wanted) && fields[3] === '0A');
      if (row) return row[9];
    } catch {
      return undefined;
    }
  }
  return undefined;
}

/** The database server that TEST_DATABASE_URL names. */
export function databasePid(): number | undefined {
  return listenerPid(Number(new URL(process.env['TEST_DATABASE_URL']!).port || 3306));
}

/** The Redis server that TEST_REDIS_URL names. */
export function redisPid(): number | undefined {
  return listenerPid(Number(new URL(process.env['TEST_REDIS_URL']!).port || 6379));
}

/** Resident memory of a process and of those that it started, in MB (Linux; 0 elsewhere). */
export function residentMb(pid: number): number {
  return [pid, ...startedBy(pid)].reduce((sum, each) => sum + ownMb(each), 0);
}

function ownMb(pid: number): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** The CPU seconds of several processes, by name, from now on. */
export class CpuMeter {
  private readonly begun: ReadonlyMap<string, number>;

  constructor(private readonly pids: Readonly<Record<string, number | undefined>>) {
    this.begun = this.read();
  }

  /** Microseconds for each of so many units of work, by name. */
  perUnit(units: number): Record<string, number> {
    const now = this.read();
    return Object.fromEntries(
      [...now].map(([name, seconds]) => [name, Math.round(((seconds - this.begun.get(name)!) / Math.max(1, units)) * 1e6)]),
    );
  }

  private read(): Map<string, number> {
    return new Map(Object.entries(this.pids).map(([name, pid]) => [name, pid === undefined ? 0 : cpuSeconds(pid)]));
  }
}
