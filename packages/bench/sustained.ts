import type { Backend } from '../../test/support/backend.js';
import { CpuMeter, databasePid, residentMb } from './cpu.js';
import { install, run } from './installation.js';
import { load } from './load.js';

const USERS = 200;
const CONNECTIONS = 64;
const STRETCH = 20_000;

/** What a stretch of the load cost; it should be the same from the first to the last. */
export interface Stretch {
  /** Transfers answered by its end. */
  readonly transfers: number;
  readonly perSecond: number;
  /** Microseconds a transfer. */
  readonly serviceCpuUs: number;
  readonly databaseCpuUs: number;
  readonly serviceMemoryMb: number;
}

/** Transfers without a pause in the default process (ROLE=all), with everything that follows them running beside. */
export async function measureSustained(
  backend: Backend,
  transfers: number,
  progress: (text: string) => void,
): Promise<Stretch[]> {
  const place = await install(backend, USERS);
  const service = await run(place);
  const stretches: Stretch[] = [];
  const meter = () => new CpuMeter({ service: service.pid, database: backend === 'mysql' ? databasePid() : undefined });
  let cpu = meter();
  let before = { requests: 0, seconds: 0 };
  const users = place.users;
  try {
    progress(`${backend}: sustained, ${transfers} transfers`);
    await load(
      {
        origin: service.origin,
        connections: CONNECTIONS,
        warmUpMs: 0,
        count: transfers,
        progressEvery: STRETCH,
        plan: {
          method: 'POST',
          target: '/?req=user_transfer_create',
          body: '{"email":"{receiver}","amount":50,"messge":"bench"}',
          signed: true,
          repeatable: false,
          users,
          receivers: users,
        },
      },
      {
        begun: () => (cpu = meter()),
        progress: ({ requests, seconds }) => {
          const { service: serviceCpuUs = 0, database: databaseCpuUs = 0 } = cpu.perUnit(requests - before.requests);
          const perSecond = (requests - before.requests) / (seconds - before.seconds);
          const serviceMemoryMb = residentMb(service.pid);
          stretches.push({ transfers: requests, perSecond, serviceCpuUs, databaseCpuUs, serviceMemoryMb });
          progress(`  ${requests}: ${Math.round(perSecond)}/s, ${serviceCpuUs} µs, ${Math.round(serviceMemoryMb)} MB`);
          before = { requests, seconds };
          cpu = meter();
        },
      },
    );
  } finally {
    await service.stop();
    await place.remove();
  }
  return stretches;
}
