import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConfigurationError, StartError } from './start-error.js';
import { randomBytes } from 'node:crypto';
import { KeysEnvironment } from '../crypto/keys.settings.js';
import { DatabaseEnvironment } from '../database/database.settings.js';
import type { ProviderManifest } from '../providers/provider-manifest.js';
import { missingFault, readProviderVariables } from '../providers/provider-variables.js';
import { ProvidersEnvironment, WEBHOOK_SECRET_FORM } from '../providers/providers.settings.js';
import { RedisEnvironment } from '../redis/redis.settings.js';
import { openDataFolder, SQLITE_FILE } from './data-folder.js';
import { readEnvironment } from './environment.js';
import { type KnownSettings, PLATFORM_SETTINGS_ONLY } from './platform-settings.js';
import { ProcessEnvironment } from './process.settings.js';
import { readVariables } from './read-variables.js';
import type { RoomSettings, RoomSettingsType } from './room-settings.js';
import { KEY_FORM } from './variables.js';

/** A secret that is made at the first start and kept in the data folder. @throws ConfigurationError where its file is damaged */
export function storedSecret(folder: string, file: string, form: RegExp, make: () => string): string {
  const path = join(folder, file);
  if (!existsSync(path)) makeFile(path, make());
  const secret = readFileSync(path, 'utf8').trim();
  if (!form.test(secret)) throw new ConfigurationError([`${path} is damaged: restore it, or what it encrypted is lost`]);
  return secret;
}

/** Creates a file atomically: one of two processes that start together wins, and a crash leaves no partial file. */
function makeFile(path: string, content: string): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, content, { mode: 0o600, flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}

/** Settings of the whole process, read once from the environment, and the way to the settings of rooms. */
export class Config {
  /** `tool`: an operator command, which serves nothing and runs no jobs. */
  readonly role: 'all' | 'api' | 'worker' | 'tool';
  readonly production: boolean;
  /** Folder for this node's files; created with access for its owner only. */
  readonly dataDir: string;
  /** Undefined: the embedded SQLite in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** Undefined: queue, rate limits and replay guard use this process and its database. */
  readonly redisUrl: string | undefined;
  /** 32 bytes; encrypts secrets at rest. */
  readonly appKey: Buffer;
  /** Former keys, newest first: they still decrypt. */
  readonly previousAppKeys: readonly Buffer[];
  readonly sandboxWebhookSecret: string;
  /** Simulated providers are used by a service that is not in production. */
  readonly isSandbox: boolean;
  /** Faults that keep nobody from starting. */
  readonly warnings: readonly string[];

  private readonly read = new Map<RoomSettingsType, RoomSettings>();

  /** @param known whose settings are checked along. @throws ConfigurationError naming every invalid variable */
  static load(source: NodeJS.ProcessEnv = process.env, known: KnownSettings = PLATFORM_SETTINGS_ONLY): Config {
    return new Config(readEnvironment(source, known).source);
  }

  /**
   * The settings of an operator command beside the service. @param creates whether the command may make an embedded database
   * @throws StartError where there is none
   */
  static loadForTool(
    source: NodeJS.ProcessEnv = process.env,
    creates = false,
    known: KnownSettings = PLATFORM_SETTINGS_ONLY,
  ): Config {
    const { source: environment, of } = readEnvironment({ ...source, ROLE: 'all' }, known);
    const folder = resolve(of(ProcessEnvironment).DATA_DIR);
    if (!creates && !of(DatabaseEnvironment).DATABASE_URL && !existsSync(join(folder, SQLITE_FILE)))
      throw new StartError([
        `There is no database in ${folder}: name its folder as DATA_DIR; npm start or migrate --create makes one.`,
      ]);
    return new Config(environment, 'tool');
  }

  /** The same settings for an operator command with other variables; a value from a file may be among these. */
  changedForTool(changes: NodeJS.ProcessEnv, known: KnownSettings = PLATFORM_SETTINGS_ONLY): Config {
    return Config.loadForTool({ ...this.source, ...changes }, false, known);
  }

  private constructor(
    private readonly source: NodeJS.ProcessEnv,
    role?: 'tool',
  ) {
    const { NODE_ENV, ROLE, DATA_DIR } = readVariables(ProcessEnvironment, source).variables;
    this.role = role ?? ROLE;
    this.production = NODE_ENV === 'production';
    this.dataDir = resolve(DATA_DIR);
    const warning = openDataFolder(this.dataDir);
    this.warnings = warning === undefined ? [] : [warning];
    this.databaseUrl = this.of(DatabaseEnvironment).DATABASE_URL;
    this.redisUrl = this.of(RedisEnvironment).REDIS_URL;
    const { APP_KEY, previousAppKeys } = this.of(KeysEnvironment);
    const appKey = APP_KEY ?? storedSecret(this.dataDir, 'app.key', KEY_FORM, () => randomBytes(32).toString('base64'));
    this.appKey = Buffer.from(appKey, 'base64');
    this.previousAppKeys = previousAppKeys;
    const providers = this.of(ProvidersEnvironment);
    this.isSandbox = !this.production && providers.usesSandbox;
    this.sandboxWebhookSecret =
      providers.SANDBOX_WEBHOOK_SECRET ??
      storedSecret(
        this.dataDir,
        'sandbox-webhook.secret',
        WEBHOOK_SECRET_FORM,
        () => `whsec_${randomBytes(32).toString('base64')}`,
      );
  }

  /** @throws ConfigurationError naming every variable of the provider that is invalid or missing */
  variablesOf<Variables extends object>(manifest: ProviderManifest<object, Variables>): Variables {
    const { variables, faults, missing } = readProviderVariables(manifest, this.source);
    const all = [...faults, ...missingFault(manifest, missing, this.of(ProvidersEnvironment).providersOf(manifest.kind))];
    if (all.length > 0) throw new ConfigurationError(all);
    return variables;
  }

  /** The settings of a room. @throws ConfigurationError where one is invalid */
  of<Room extends RoomSettings>(type: new () => Room): Room {
    const known = this.read.get(type);
    if (known) return known as Room;
    const { variables, faults } = readVariables(type, this.source);
    const all = [...faults, ...variables.faults(this.production)];
    if (all.length > 0) throw new ConfigurationError(all);
    this.read.set(type, variables);
    return variables;
  }

  get embedded(): boolean {
    return this.databaseUrl === undefined;
  }

  get servesApi(): boolean {
    return this.role === 'all' || this.role === 'api';
  }

  get runsJobs(): boolean {
    return this.role === 'all' || this.role === 'worker';
  }
}
