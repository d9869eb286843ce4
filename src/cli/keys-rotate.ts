import pc from 'picocolors';
import { KeyRotation, type RotationResult } from '../platform/crypto/key-rotation.js';
import type { CommandLine, CommonOptions } from './command-line.js';

export function keysRotate(cli: CommandLine, options: CommonOptions): Promise<void> {
  return cli.run(options, async (context, terminal) => {
    const rotation = await context.get(KeyRotation);
    const progress = terminal.progress('Rows');
    try {
      const result = await rotation.execute((done, of) => progress.show(done, of));
      return { data: result, lines: describe(result, context.config.previousAppKeys.length), ok: result.isComplete };
    } finally {
      progress.stop();
    }
  });
}

function describe({ keyId, renewed, unreadable, isComplete }: RotationResult, formerKeys: number): string[] {
  const encrypted = `${renewed} rows were encrypted anew under the key ${keyId}.`;
  if (isComplete)
    return [
      `${pc.green('Everything is encrypted under APP_KEY.')} ${encrypted}`,
      ...(formerKeys > 0
        ? ['APP_KEY_PREVIOUS can be dropped, once no process runs with a former key. Codes that were mailed before end with it.']
        : []),
    ];
  if (unreadable.length === 0)
    return [pc.red('Rows are still written under a former key: change APP_KEY on every process, and run it again.')];
  return [
    `${pc.red(`${unreadable.length} rows cannot be read.`)} ${encrypted}`,
    'Add the key that they were encrypted under to APP_KEY_PREVIOUS, and run it again:',
    ...unreadable.slice(0, 20),
  ];
}
