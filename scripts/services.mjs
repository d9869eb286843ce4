/** MySQL and Redis for the tests: the configured ones, else running ones, else private ones that are stopped afterwards. */
import { canInstallPackages, findBinary, installPackages } from './lib/binaries.mjs';
import { findClamd, launchClamd } from './lib/clamd.mjs';
import { findMariadb, launchMariadb, whyNotMysql } from './lib/mariadb.mjs';
import { findRedis, launchRedis, whyNotRedis } from './lib/redis.mjs';

const mysql = {
  name: 'MySQL',
  variable: 'TEST_DATABASE_URL',
  local: 'mysql://root@127.0.0.1:3306',
  whyNot: whyNotMysql,
  find: findMariadb,
  launch: launchMariadb,
  debianPackage: 'mariadb-server',
  hint: 'install MariaDB 10.11 (Debian: mariadb-server) or MySQL 8.4, or give TEST_DATABASE_URL=mysql://root:password@host:3306',
};

const redis = {
  name: 'Redis',
  variable: 'TEST_REDIS_URL',
  local: 'redis://127.0.0.1:6379',
  whyNot: whyNotRedis,
  find: findRedis,
  launch: launchRedis,
  debianPackage: 'redis-server',
  hint: 'install Redis 7 (Debian: redis-server), or give TEST_REDIS_URL=redis://host:6379',
};

const clamd = {
  name: 'ClamAV',
  find: findClamd,
  launch: launchClamd,
  debianPackage: 'clamav-daemon',
  hint: 'install ClamAV 1.x (Debian: clamav-daemon)',
};

const chromium = {
  name: 'Chromium',
  find: () => findBinary('chromium') ?? findBinary('google-chrome') ?? findBinary('chromium-browser'),
  debianPackage: 'chromium',
  hint: 'install Chromium (Debian: chromium)',
};

const python = {
  name: 'Python',
  find: () => findBinary('python3'),
  debianPackage: 'python3',
  hint: 'install Python 3.9 or newer (Debian: python3)',
};

const promtool = {
  name: 'promtool',
  find: () => findBinary('promtool'),
  debianPackage: 'prometheus',
  hint: 'install Prometheus 2.42 or newer (Debian: prometheus)',
};

export const startPrivateMariadb = (options) => startPrivate(mysql, options);
export const startPrivateRedis = (options) => startPrivate(redis, options);
/** Rejects where it is not installed; a single test does not install it. */
export const startPrivateClamd = async (options) => {
  if (!clamd.find()) throw new Error(`${clamd.name} is missing: ${clamd.hint}`);
  return clamd.launch(options);
};

/** For the whole suite: installs the virus scanner where possible. Its tests are left out without it. */
export function provideScanner() {
  if (!clamd.find() && canInstallPackages()) installPackages([clamd.debianPackage]);
}

/** The path of a browser for tests, which is installed where it is missing. */
export const provideBrowser = () => provideProgram(chromium);
export const providePython = () => provideProgram(python);
/** The checker of rules for alerts, which comes with Prometheus. */
export const providePromtool = () => provideProgram(promtool);

function provideProgram(program) {
  installMissing([program]);
  return program.find();
}

/**
 * Finds or starts both services. Returns the environment variables that the tests read;
 * `stop()` stops only what was started here. HARMATTAN_SERVICES=private ignores running services.
 */
export async function provideServices(environment = process.env) {
  const variables = {};
  const started = [];
  const stop = async () => void (await Promise.all(started.splice(0).map((server) => server.stop())));
  try {
    for (const kind of [mysql, redis]) {
      const url = await findRunning(kind, environment);
      if (url) variables[kind.variable] = url;
    }
    const missing = [mysql, redis].filter((kind) => !variables[kind.variable]);
    installMissing(missing);
    for (const kind of missing) {
      const server = await kind.launch();
      started.push(server);
      variables[kind.variable] = server.url;
    }
    return { variables, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function findRunning(kind, environment) {
  const given = environment[kind.variable];
  if (given) {
    const reason = await kind.whyNot(given);
    if (reason) throw new Error(`${kind.variable} is not usable: ${reason}`);
    return given;
  }
  if (environment.HARMATTAN_SERVICES === 'private') return undefined;
  return (await kind.whyNot(kind.local)) === undefined ? kind.local : undefined;
}

async function startPrivate(kind, options) {
  installMissing([kind]);
  return kind.launch(options);
}

/** Throws, naming each that is still missing. */
function installMissing(kinds) {
  const absent = kinds.filter((kind) => !kind.find());
  if (absent.length > 0 && canInstallPackages()) installPackages(absent.map((kind) => kind.debianPackage));
  const hints = absent.filter((kind) => !kind.find()).map((kind) => `${kind.name} is missing: ${kind.hint}`);
  if (hints.length > 0) throw new Error(hints.join('\n'));
}
