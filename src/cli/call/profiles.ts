import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { CommandError, UsageError } from '../command-error.js';

const PROFILE = z.object({
  url: z.string(),
  email: z.string(),
  userid: z.string(),
  pbcKey: z.string(),
  secret: z.string(),
  /** Unix seconds. */
  expires: z.number(),
  /** Lets the service recognise the device: a new login with the profile ends its former session. */
  deviceSerial: z.string(),
});

export type Profile = z.infer<typeof PROFILE>;

const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/;

/** Profiles in files that only their owner may read, outside of the project. */
export class Profiles {
  readonly folder: string;

  constructor(environment: NodeJS.ProcessEnv) {
    const base = environment['XDG_CONFIG_HOME'] || join(environment['HOME'] || homedir(), '.config');
    this.folder = join(base, 'harmattan', 'profiles');
  }

  path(name: string): string {
    if (!NAME.test(name))
      throw new UsageError(`A profile cannot be called ${name}: letters, digits, dots and dashes, at most 64.`);
    return join(this.folder, `${name}.json`);
  }

  names(): string[] {
    try {
      const files = readdirSync(this.folder).filter((file) => file.endsWith('.json'));
      return files.map((file) => file.slice(0, -'.json'.length)).sort();
    } catch {
      return [];
    }
  }

  /** @throws CommandError for a file that is no profile */
  find(name: string): Profile | undefined {
    const path = this.path(name);
    try {
      return PROFILE.parse(JSON.parse(readFileSync(path, 'utf8')));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      if (error instanceof Error && 'syscall' in error) throw error;
      throw new CommandError(`${path} is not a profile: delete it, and log in again.`);
    }
  }

  save(name: string, profile: Profile): void {
    const path = this.path(name);
    const draft = `${path}.${randomUUID()}`;
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    chmodSync(this.folder, 0o700);
    writeFileSync(draft, `${JSON.stringify(profile, null, 2)}\n`, { mode: 0o600 });
    renameSync(draft, path);
  }

  remove(name: string): void {
    rmSync(this.path(name), { force: true });
  }
}
