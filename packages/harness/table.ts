import { stripVTControlCharacters } from 'node:util';
import pc from 'picocolors';

/** Left-aligned columns, as wide as their longest cell; a cell may have colours and several lines. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head.map((title) => pc.bold(title)), ...rows].map((row) => row.map((cell) => cell.split('\n')));
  const widths = head.map((_, column) => Math.max(...cells.flatMap((row) => row[column]!.map(width))));
  const lines = cells.flatMap((row, index) => {
    const height = Math.max(...row.map((cell) => cell.length));
    const drawn = Array.from({ length: height }, (_, line) =>
      row
        .map((cell, column) => padded(cell[line] ?? '', widths[column]!))
        .join('  ')
        .trimEnd(),
    );
    return index === 0 ? [...drawn, pc.dim(widths.map((size) => '─'.repeat(size)).join('  '))] : drawn;
  });
  return lines.join('\n');
}

const width = (text: string) => stripVTControlCharacters(text).length;
const padded = (text: string, size: number) => text + ' '.repeat(size - width(text));
