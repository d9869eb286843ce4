/** Builds the benchmark and runs it with the servers it needs: `npm run bench -- --only transfer --connections 64`. */
import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/root.mjs';
import { provideServices } from './services.mjs';

const compiler = join(root, 'node_modules/typescript7/bin/tsc');
const built = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.bench.json'], { cwd: root, stdio: 'inherit' });
if (built.status !== 0) process.exit(built.status ?? 1);

const isData = (path) => !path.endsWith('.ts');
cpSync(join(root, 'src'), join(root, 'dist-bench/src'), { recursive: true, filter: isData });

const services = await provideServices();
const bench = spawnSync(process.execPath, ['--enable-source-maps', 'dist-bench/test/bench/main.js', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ...services.variables },
});
await services.stop();
process.exit(bench.status ?? 1);
