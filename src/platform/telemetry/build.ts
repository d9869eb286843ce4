import { readFileSync } from 'node:fs';
import { wallMs } from '../../kernel/timers.js';

export interface Build {
  readonly version: string;
  /** Undefined where it was built without git. */
  readonly commit?: string;
  /** When run from the sources: the start of the process. */
  readonly builtAt: number;
}

let build: Build | undefined;

/** `build.json` is written beside the compiled files; from the sources, as in tests, there is the version of the package alone. */
export function readBuild(): Build {
  build ??= read('../../build.json') ?? { version: read('../../../package.json')?.version ?? '0.0.0', builtAt: wallMs() };
  return build;
}

export function describeBuild({ version, commit }: Pick<Build, 'version' | 'commit'>): string {
  return commit ? `${version} (${commit})` : version;
}

function read(path: string): Build | undefined {
  try {
    return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as Build;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
