/**
 * Servers and tools in Go, for tests on the real ones: each is built once, of its module in exactly this version, into a folder of the
 * user's cache. They run on this machine only: nothing of them is a dependency, in an image or in a release.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { availableParallelism, homedir } from 'node:os';
import { join } from 'node:path';
import { findBinary } from './binaries.js';
import { NotToBeHad } from './not-to-be-had.js';

interface GoModule {
  /** Published, or a folder beside this file, whose `go.mod` says in which version it takes its parts. */
  readonly module: string;
  readonly version: string;
  /** Folder of its main package. */
  readonly main: string;
  readonly licence: string;
  /** Modules that its `go.mod` expects in a folder of it, and that are published apart. */
  readonly parts?: Readonly<Record<string, string>>;
}

const GO_PROGRAMS = {
  helm: { module: 'helm.sh/helm/v3', version: 'v3.22.0', main: 'cmd/helm', licence: 'Apache-2.0' },
  k6: { module: 'go.k6.io/k6', version: 'v1.8.1', main: '.', licence: 'AGPL-3.0' },
  minio: { module: 'github.com/minio/minio', version: 'v0.0.0-20260212201848-7aac2a2c5b7c', main: '.', licence: 'AGPL-3.0' },
  'tidb-server': {
    module: 'github.com/pingcap/tidb',
    version: 'v1.1.0-beta.0.20241125141335-ec8b81b98edc',
    main: 'cmd/tidb-server',
    licence: 'Apache-2.0',
    parts: { 'pkg/parser': 'github.com/pingcap/tidb/pkg/parser@v0.0.0-20241125141335-ec8b81b98edc' },
  },
  /** The newest of Formance that is published as a module under a name that the proxy has. */
  numary: { module: 'github.com/numary/ledger', version: 'v1.9.0', main: '.', licence: 'MIT' },
  otelcol: { module: './otelcol', version: 'v0.165.0', main: '.', licence: 'Apache-2.0' },
  toxiproxy: { module: 'github.com/Shopify/toxiproxy/v2', version: 'v2.12.0', main: 'cmd/server', licence: 'MIT' },
} as const satisfies Record<string, GoModule>;

export type GoProgramName = keyof typeof GO_PROGRAMS;

/** Of this machine's Go, without one that it would fetch; sources are fetched and checked by the checksum database behind GOPROXY. */
const SETTINGS = { GOTOOLCHAIN: 'local', GOWORK: 'off', GOFLAGS: '-buildvcs=false' };
/** TiDB has 1631 packages: on two cores that others use, three quarters of an hour were enough for two thirds of them. */
const BUILD_MINUTES = 180;

/** @returns the path of the program. @throws NotToBeHad where Go is missing, or its sources cannot be fetched or built */
export function provideGoProgram(name: GoProgramName): string {
  const program: GoModule = GO_PROGRAMS[name];
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'harmattan/go');
  const place = join(cache, `${name}-${program.version}`);
  if (existsSync(place)) return place;
  const go = findBinary('go');
  if (!go) throw new NotToBeHad(`${name} is not to be had here: it is built of ${program.module}, and Go is missing.`);
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'new-'));
  console.error(`Building ${name} ${program.version} ...`);
  try {
    renameSync(build(go, program, folder), place);
    return place;
  } catch (error) {
    throw new NotToBeHad(`${name} is not to be had here: ${(error as Error).message}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** As the main module, because the replacements in `go.mod` count there alone. @returns the path of what was built */
function build(go: string, { module, version, main, parts = {} }: GoModule, folder: string): string {
  const sources = join(folder, 'sources');
  const copies = { '.': module.startsWith('.') ? module : `${module}@${version}`, ...parts };
  for (const [part, path] of Object.entries(copies)) {
    cpSync(sourcesOf(go, path, folder), join(sources, part), { recursive: true });
    run('chmod', ['-R', 'u+w', sources], folder);
  }
  const built = join(folder, 'built');
  const jobs = String(Math.min(2, availableParallelism()));
  const options = ['-trimpath', '-ldflags=-s -w', '-p', jobs, '-o', built];
  run('nice', ['-n', '19', go, 'build', ...options, `./${main}`], sources, { GOMAXPROCS: jobs });
  return built;
}

function sourcesOf(go: string, path: string, folder: string): string {
  if (path.startsWith('.')) return join(import.meta.dirname, path);
  const { Dir } = JSON.parse(run(go, ['mod', 'download', '-json', path], folder)) as { Dir: string };
  return Dir;
}

function run(command: string, args: readonly string[], cwd: string, environment: Readonly<Record<string, string>> = {}): string {
  const env = { ...process.env, ...SETTINGS, ...environment };
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    env,
    encoding: 'utf8',
    timeout: BUILD_MINUTES * 60_000,
  });
  if (status === 0) return stdout;
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === 'ETIMEDOUT')
    throw new Error(`it was not built within ${BUILD_MINUTES} minutes; what Go has compiled is kept for the next time`);
  const reason = error?.message ?? stderr.trim().split('\n').slice(-3).join('; ');
  throw new Error(`${[command, ...args.slice(0, 2)].join(' ')} failed (${reason || stdout.trim().slice(-300)})`);
}
