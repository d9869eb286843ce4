import { readFileSync } from 'node:fs';

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
