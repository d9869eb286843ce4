import type { RedisOptions, SentinelAddress } from 'ioredis';
import { leadsToThisMachine } from '../config/addresses-of-service.js';
import { readTlsFiles, TLS_FILES, tlsFilesOf } from '../config/tls-files.js';

/** Target of a REDIS_URL: one server, a primary that sentinels name, or a cluster. */
export type RedisAddress =
  | { readonly kind: 'server'; readonly at: string; readonly options: RedisOptions }
  | { readonly kind: 'sentinel'; readonly at: string; readonly sentinels: readonly Node[]; readonly options: RedisOptions }
  | { readonly kind: 'cluster'; readonly at: string; readonly nodes: readonly Node[]; readonly options: RedisOptions };

interface Node extends SentinelAddress {
  readonly host: string;
  readonly port: number;
}

export const REDIS_URL_FORMS =
  'redis://, rediss:// or unix:// with one server, redis+sentinel://host:port,host:port/name or redis+cluster://host:port,host:port';

const SENTINEL_PORT = 26_379;
const SERVER_PORT = 6_379;
const SEVERAL =
  /^(?<tls>rediss?)\+(?<kind>sentinel|cluster):\/\/(?:(?<username>[^:@/]*)(?::(?<password>[^@/]*))?@)?(?<nodes>[^@/?#\s]+)(?:\/(?<path>[^?#\s]*))?(?:\?(?<query>[^#\s]*))?$/;
const NODE = /^(?<host>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::(?<port>[0-9]{1,5}))?$/;
const SENTINEL_QUERY: readonly string[] = ['sentinelUsername', 'sentinelPassword'];

/**
 * Reads `redis://`, `rediss://` or `unix://path`; `redis+sentinel://[user:password@]host:port,…/name[/db][?sentinelPassword=…]`
 * or `redis+cluster://[user:password@]host:port,…`; those with `rediss` take `ca`, `cert` and `key`, files in PEM, as parameters.
 * @throws TypeError for anything else; its message has nothing of the address
 * @throws Error where a file cannot be read
 */
export function redisAddress(url: string): RedisAddress {
  const several = SEVERAL.exec(url)?.groups;
  if (several) return several['kind'] === 'cluster' ? clusterAddress(several) : sentinelAddress(several);
  return serverAddress(new URL(url));
}

/** Whether commands travel in the clear to another machine. What is no address is a fault of its own. */
export function isPlaintextRedis(url: string): boolean {
  try {
    const address = redisAddress(url);
    const { tls, path } = address.options;
    if (tls || path) return false;
    return nodesAt(address).some(({ host = '' }) => !leadsToThisMachine(`redis://${host.includes(':') ? `[${host}]` : host}`));
  } catch {
    return false;
  }
}

function nodesAt(address: RedisAddress): readonly { readonly host?: string }[] {
  if (address.kind === 'server') return [address.options];
  return address.kind === 'cluster' ? address.nodes : address.sentinels;
}

type Groups = Readonly<Record<string, string | undefined>>;

function serverAddress(url: URL): RedisAddress {
  if (url.protocol === 'unix:') {
    const options = { path: url.pathname, db: Number(url.searchParams.get('db') ?? 0) };
    return { kind: 'server', at: url.pathname, options };
  }
  if (url.protocol !== 'redis:' && url.protocol !== 'rediss:') throw new TypeError('not an address of Redis');
  const [host, port] = [bare(url.hostname) || '127.0.0.1', Number(url.port || SERVER_PORT)];
  const { username, password } = url;
  const groups = { tls: url.protocol.slice(0, -1), username, password, query: url.search.slice(1) };
  const options = {
    host,
    port,
    db: database(url.pathname.slice(1)),
    ...access(groups, readQuery(groups)),
  };
  return { kind: 'server', at: `${host}:${port}`, options };
}

function sentinelAddress(groups: Groups): RedisAddress {
  const sentinels = nodesOf(groups['nodes']!, SENTINEL_PORT);
  const [name = '', db = '', ...more] = (groups['path'] ?? '').split('/');
  if (name === '' || more.length > 0) throw new TypeError('without the name of the primary');
  const query = readQuery(groups, SENTINEL_QUERY);
  const reached = access(groups, query);
  const options: RedisOptions = {
    sentinels: [...sentinels],
    name: decodeURIComponent(name),
    db: database(db),
    ...reached,
    ...(query.has('sentinelUsername') ? { sentinelUsername: query.get('sentinelUsername')! } : {}),
    ...(query.has('sentinelPassword') ? { sentinelPassword: query.get('sentinelPassword')! } : {}),
    ...(reached.tls ? { sentinelTLS: reached.tls, enableTLSForSentinelMode: true } : {}),
    // A primary that hangs keeps its connections; the sentinels tell of the new one.
    failoverDetector: true,
    sentinelCommandTimeout: 2_000,
  };
  return { kind: 'sentinel', at: places(sentinels), sentinels, options };
}

function clusterAddress(groups: Groups): RedisAddress {
  // A cluster has one database.
  if ((groups['path'] ?? '') !== '') throw new TypeError('a cluster takes nothing after its nodes');
  const nodes = nodesOf(groups['nodes']!, SERVER_PORT);
  return { kind: 'cluster', at: places(nodes), nodes, options: access(groups, readQuery(groups)) };
}

function nodesOf(text: string, defaultPort: number): Node[] {
  return text.split(',').map((entry) => {
    const { host, port } = NODE.exec(entry)?.groups ?? {};
    const given = Number(port ?? defaultPort);
    if (!host || given < 1 || given > 65_535) throw new TypeError('not host:port');
    return { host: bare(host), port: given };
  });
}

function access({ tls, username, password }: Groups, query: URLSearchParams): RedisOptions {
  return {
    ...(username ? { username: decodeURIComponent(username) } : {}),
    ...(password ? { password: decodeURIComponent(password) } : {}),
    ...(tls === 'rediss' ? { tls: readTlsFiles(tlsFilesOf(query)) } : {}),
  };
}

/** A `+` is one, as in the rest of an address. */
function readQuery({ tls = '', query = '' }: Groups, more: readonly string[] = []): URLSearchParams {
  const found = new URLSearchParams(query.replaceAll('+', '%2B'));
  const known = [...more, ...(tls === 'rediss' ? TLS_FILES : [])];
  if ([...found.keys()].some((key) => !known.includes(key))) throw new TypeError('an unknown parameter');
  return found;
}

function database(text: string): number {
  if (!/^[0-9]*$/.test(text)) throw new TypeError('not the number of a database');
  return Number(text);
}

const bare = (host: string) => host.replace(/^\[(.*)\]$/, '$1');
const places = (nodes: readonly Node[]) => nodes.map(({ host, port }) => `${host}:${port}`).join(', ');
