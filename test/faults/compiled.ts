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

/** Source and tests as plain JavaScript in a folder of their own: processes that are to die run without a test runner around them. */
export function compile(): Compiled {
  const folder = mkdtempSync(join(tmpdir(), 'harmattan-compiled-'));
  const compiler = join(ROOT, 'node_modules/typescript7/bin/tsc');
  const options = ['-p', 'tsconfig.json', '--noEmit', 'false', '--outDir', folder, '--sourceMap', 'false'];
  const { stdout, stderr } = spawnSync(process.execPath, [compiler, ...options], { cwd: ROOT, encoding: 'utf8' });
  // What the compiler does not bring along: data files and pages.
  cpSync(join(ROOT, 'src'), join(folder, 'src'), { recursive: true, filter: (path) => !path.endsWith('.ts') });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  return {
    file(source) {
      const path = join(folder, source.replace(/\.ts$/, '.js'));
      // Types are another check's business; what matters here is that there is something to run.
      if (!existsSync(path)) throw new Error(`${source} was not compiled:\n${stdout}${stderr}`);
      return path;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
