import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

export interface Compiled {
  /** The compiled file of a source, both relative to the project. */
  file(source: string): string;
  remove(): void;
}

/**
 * Compiles source and tests to plain JavaScript in a separate folder, so that processes that will be killed run without a test
 * runner.
 */
export function compile(): Compiled {
  const folder = mkdtempSync(join(tmpdir(), 'harmattan-compiled-'));
  const compiler = join(ROOT, 'node_modules/typescript7/bin/tsc');
  const options = ['-p', 'tsconfig.json', '--noEmit', 'false', '--outDir', folder, '--sourceMap', 'false'];
  const { stdout, stderr } = spawnSync(process.execPath, [compiler, ...options], { cwd: ROOT, encoding: 'utf8' });
  // Data files and pages, which the compiler does not copy.
  cpSync(join(ROOT, 'src'), join(folder, 'src'), { recursive: true, filter: (path) => !path.endsWith('.ts') });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  return {
    file(source) {
      const path = join(folder, source.replace(/\.ts$/, '.js'));
      // Types are checked elsewhere; only the output matters here.
      if (!existsSync(path)) throw new Error(`${source} was not compiled:\n${stdout}${stderr}`);
      return path;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
