import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../support/until.js';

const ROOT = join(import.meta.dirname, '../..');

export interface Compiled {
  /** The compiled file of a source, both relative to the project. */
  file(source: string): string;
}

/**
 * Compiles source and tests to plain JavaScript, so that processes that will be killed run without a test runner; once for all
 * test files of a run.
 */
export async function compile(): Promise<Compiled> {
  const run = process.env['TEST_RUN_FOLDER']!;
  const compiled = join(run, 'compiled');
  if (isFirst(join(run, 'compiling'))) {
    compileInto(join(run, 'unfinished'));
    renameSync(join(run, 'unfinished'), compiled);
  }
  await until(() => Promise.resolve(existsSync(compiled)));
  return {
    file(source) {
      const path = join(compiled, source.replace(/\.ts$/, '.js'));
      if (!existsSync(path)) throw new Error(`${source} was not compiled: npm run check tells why`);
      return path;
    },
  };
}

function isFirst(mark: string): boolean {
  try {
    mkdirSync(mark);
    return true;
  } catch {
    return false;
  }
}

function compileInto(folder: string): void {
  const compiler = join(ROOT, 'node_modules/typescript7/bin/tsc');
  const options = ['-p', 'tsconfig.json', '--noEmit', 'false', '--outDir', folder, '--sourceMap', 'false', '--noCheck'];
  spawnSync(process.execPath, [compiler, ...options], { cwd: ROOT });
  // Data files and pages, which the compiler does not copy.
  cpSync(join(ROOT, 'src'), join(folder, 'src'), { recursive: true, filter: (path) => !path.endsWith('.ts') });
  cpSync(join(ROOT, 'packages/reference/dist'), join(folder, 'src/pages'), { recursive: true });
  // JavaScript, because processes are started with it.
  cpSync(join(ROOT, 'test/support/statements'), join(folder, 'test/support/statements'), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
}
