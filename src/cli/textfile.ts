import { renameSync, writeFileSync } from 'node:fs';

/** @param values labels, if any, a space and a number */
export function gauge(name: string, help: string, values: readonly string[]): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, ...values.map((value) => `${name}${value}`)];
}

/** Writes a file for the textfile collector of Prometheus' node exporter, which never reads half of it. */
export function writeTextfile(path: string, lines: readonly string[]): void {
  writeFileSync(`${path}.new`, `${lines.join('\n')}\n`);
  renameSync(`${path}.new`, path);
}
