import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface CommandResult {
  readonly exitCode: number | null;
  readonly output: string;
}

/** Runs a script of Node. */
export async function runToEnd(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<CommandResult> {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [exitCode] = (await once(child, 'close')) as [number | null];
  return { exitCode, output };
}

/** Whether the address answers with 2xx. */
export async function isOk(url: string, timeoutMs = 2_000): Promise<boolean> {
  try {
    const { ok } = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    return ok;
  } catch {
    return false;
  }
}
