import { leadsToThisMachine } from './addresses-of-service.js';
import { closest, distance } from 'fastest-levenshtein';
import { readFileSync } from 'node:fs';
import { KeysEnvironment } from '../crypto/keys.settings.js';
import { DatabaseEnvironment } from '../database/database.settings.js';
import { mysqlTls } from '../database/mysql-options.js';
import { HttpEnvironment } from '../http/http.settings.js';
import { ProvidersEnvironment } from '../providers/providers.settings.js';
import { type ManifestKind, PROVIDER_LISTS } from '../providers/provider-manifest.js';
import { missingFault, readProviderVariables, unknownFaults } from '../providers/provider-variables.js';
import { isPlaintextRedis } from '../redis/redis-address.js';
import { RedisEnvironment } from '../redis/redis.settings.js';
import { ConfigurationError } from './start-error.js';
import type { KnownSettings } from './platform-settings.js';
import { ProcessEnvironment } from './process.settings.js';
import { namesOf, readVariables } from './read-variables.js';
import { describedOf } from './room-settings.js';

/** A variable and its value: credentials, codes or customers' data are sent there, or links of mails lead there. */
export type GivenAddress = readonly [name: string, address: string | undefined];

export function addressFault(
  [name, given]: GivenAddress,
  { INSECURE_LOOPBACK_URLS }: { readonly INSECURE_LOOPBACK_URLS: 'refused' | 'allowed' },
): string[] {
  const address = given?.replace(/^s3:/, '');
  if (!address?.startsWith('http:')) return [];
  if (INSECURE_LOOPBACK_URLS === 'allowed' && leadsToThisMachine(address)) return [];
  return [
    `${name} must be https in production; http is possible for this machine's own addresses, with INSECURE_LOOPBACK_URLS=allowed`,
  ];
}

/** Shorter names are too near to those of other programs. */
const SHORTEST_COMPARED = 8;

/** A sentence for each variable that is not ours and looks like one of ours, which would be ignored silently. */
export function misspelled(source: NodeJS.ProcessEnv, names: ReadonlySet<string>): string[] {
  return Object.keys(source).flatMap((name) => {
    if (names.has(name) || (source[name] ?? '').trim() === '') return [];
    const meant = nearest(name, names);
    return meant === undefined ? [] : [`${name} is no setting of this service: did you mean ${meant}? Rename or remove it.`];
  });
}

/** A sentence for each variable that was one of ours and would be ignored silently. */
export function removed(source: NodeJS.ProcessEnv, remedies: Readonly<Record<string, string>> = {}): string[] {
  return Object.entries(remedies).flatMap(([name, remedy]) =>
    (source[name] ?? '').trim() === '' ? [] : [`${name} is no setting any more: ${remedy}, and remove it.`],
  );
}

function nearest(name: string, names: ReadonlySet<string>): string | undefined {
  const bare = name.replace(/^HARMATTAN_/, '');
  if (bare !== name && names.has(bare)) return bare;
  if (name.length < SHORTEST_COMPARED) return undefined;
  const allowed = name.length === SHORTEST_COMPARED ? 1 : 2;
  const known = closest(name, [...names]);
  return distance(name, known) <= allowed ? known : undefined;
}

interface WithFiles {
  /** The environment, with the contents of the files in the place of their names. */
  readonly source: NodeJS.ProcessEnv;
  /** A sentence for each file that cannot be taken. */
  readonly faults: readonly string[];
}

/**
 * A variable may be in a file that `<NAME>_FILE` names, as secrets of containers are: its contents without the line break at their end.
 * @param names of the variables that there are
 */
export function readVariableFiles(source: NodeJS.ProcessEnv, names: Iterable<string>): WithFiles {
  const result = { ...source };
  const faults: string[] = [];
  for (const name of names) {
    const file = (source[`${name}_FILE`] ?? '').trim();
    if (file === '') continue;
    delete result[`${name}_FILE`];
    if ((source[name] ?? '').trim() !== '') {
      faults.push(`${name} and ${name}_FILE are both set: keep one of them`);
      continue;
    }
    try {
      const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
      if (text.trim() === '') faults.push(`${name}_FILE names an empty file`);
      result[name] = text;
    } catch (error) {
      faults.push(`${name}_FILE cannot be read (${(error as NodeJS.ErrnoException).code}): name a file that this user may read`);
    }
  }
  return { source: result, faults };
}

type Given = <Room extends object>(type: new () => Room) => Room;

export interface CheckedEnvironment {
  /** The environment, with the variables that were in files. */
  readonly source: NodeJS.ProcessEnv;
  /** The variables of a room, with the defaults in the place of invalid ones. */
  readonly of: Given;
  readonly faults: readonly string[];
}

export function environmentNames({ rooms, manifests }: KnownSettings): ReadonlySet<string> {
  return new Set([...rooms.flatMap((type) => namesOf(type)), ...manifests.flatMap(({ settings }) => Object.keys(settings))]);
}

/** Variables of keys and addresses. One with a default is no secret, and commands set some of it themselves. */
function withoutDefault({ rooms, manifests }: KnownSettings): string[] {
  const ofRooms = rooms.flatMap((type) =>
    Object.entries(new type()).flatMap(([name, unset]) => (unset === undefined ? name : [])),
  );
  return [...ofRooms, ...manifests.flatMap(({ settings }) => Object.keys(settings))];
}

/** Reads all variables. @throws ConfigurationError with all faults together */
export function readEnvironment(given: NodeJS.ProcessEnv, known: KnownSettings): Omit<CheckedEnvironment, 'faults'> {
  const { faults, ...read } = checkEnvironment(given, known);
  if (faults.length > 0) throw new ConfigurationError(faults);
  return read;
}

export function checkEnvironment(environment: NodeJS.ProcessEnv, known: KnownSettings): CheckedEnvironment {
  const { source, faults: unreadable } = readVariableFiles(environment, withoutDefault(known));
  const given: Given = (type) => readVariables(type, source).given;
  const { production } = given(ProcessEnvironment);
  const rooms = known.rooms.map((room) => ({ room, ...readVariables(room, source) }));
  const providers = checkProviders(source, given(ProvidersEnvironment), known.manifests);
  const addresses = [...rooms.flatMap(({ room, variables }) => sensitiveAddresses(room, variables)), ...providers.addresses];
  const faults = [
    ...unreadable,
    ...rooms.flatMap((room) => room.faults),
    ...providers.faults,
    ...contradictions(given),
    ...(production ? plaintextFaults(given) : []),
    ...misspelled(source, environmentNames(known)),
    ...removed(source, known.removed),
    ...rooms.flatMap((room) => room.given.faults(production)),
    ...(production ? addresses.flatMap((address) => addressFault(address, given(HttpEnvironment))) : []),
  ];
  // Kinds of one provider share variables, whose faults are found twice.
  return { source, of: (type) => readVariables(type, source).variables, faults: [...new Set(faults)] };
}

/** The faults of providers' variables, and the addresses among them. */
function checkProviders(source: NodeJS.ProcessEnv, chosen: ProvidersEnvironment, manifests: KnownSettings['manifests']) {
  const kinds = Object.keys(PROVIDER_LISTS) as ManifestKind[];
  const faults = kinds.flatMap((kind) => unknownFaults(kind, chosen.providersOf(kind), manifests));
  const addresses: GivenAddress[] = [];
  for (const manifest of manifests) {
    const { variables, faults: invalid, missing } = readProviderVariables(manifest, source);
    faults.push(...invalid, ...missingFault(manifest, missing, chosen.providersOf(manifest.kind)));
    addresses.push(...Object.entries(variables).filter(([name]) => name.endsWith('_URL')));
  }
  return { faults, addresses };
}

function sensitiveAddresses(room: KnownSettings['rooms'][number], variables: object): GivenAddress[] {
  const described = describedOf(room);
  return Object.entries(variables).filter(([name]) => described[name]?.needsHttps);
}

/** A text that is no address is a fault of its own. */
function plaintextFaults(given: Given): string[] {
  const { PLAINTEXT_DATA, DATABASE_URL, MIGRATION_DATABASE_URL, replicaUrls } = given(DatabaseEnvironment);
  if (PLAINTEXT_DATA === 'allowed') return [];
  const { REDIS_URL } = given(RedisEnvironment);
  const databases = Object.entries({ DATABASE_URL, MIGRATION_DATABASE_URL, DATABASE_REPLICA_URLS: replicaUrls });
  const clear = databases.flatMap(([name, urls = []]) => ([urls].flat().some(isPlaintextDatabase) ? [name] : []));
  const unless = 'in production, unless PLAINTEXT_DATA=allowed says that the network is private';
  return [
    ...clear.map((name) => `${name} must ask for TLS (?ssl=true) ${unless}`),
    ...(REDIS_URL && isPlaintextRedis(REDIS_URL) ? [`REDIS_URL must ask for TLS (rediss) ${unless}`] : []),
  ];
}

function isPlaintextDatabase(url: string): boolean {
  if (!URL.canParse(url) || leadsToThisMachine(url)) return false;
  const { searchParams } = new URL(url);
  try {
    return !searchParams.has('socketPath') && mysqlTls(searchParams) === undefined;
  } catch {
    return false;
  }
}

/** Rules between variables of different rooms. */
function contradictions(given: Given): string[] {
  const { ROLE, production } = given(ProcessEnvironment);
  const { DATABASE_URL } = given(DatabaseEnvironment);
  const providers = given(ProvidersEnvironment);
  const faults: string[] = [];
  if (DATABASE_URL && !given(KeysEnvironment).APP_KEY)
    faults.push('APP_KEY is required with DATABASE_URL (32 random bytes in base64)');
  const usesSandbox = providers.providersOf('deposit').includes('sandbox');
  if (DATABASE_URL && usesSandbox && production && !providers.SANDBOX_WEBHOOK_SECRET)
    faults.push('SANDBOX_WEBHOOK_SECRET is required in production when deposits use the sandbox provider');
  if (ROLE !== 'all' && !(DATABASE_URL && given(RedisEnvironment).REDIS_URL))
    faults.push(`ROLE=${ROLE} needs DATABASE_URL and REDIS_URL: the embedded default is one process`);
  return faults;
}
