import { stripVTControlCharacters } from 'node:util';
import pc from 'picocolors';

/** Left-aligned columns, as wide as their longest cell; a cell may have colours and several lines. */
export function table(head, rows) {
  const cells = [head.map((title) => pc.bold(title)), ...rows].map((row) => row.map((cell) => String(cell).split('\n')));
  const widths = head.map((_, column) => Math.max(...cells.flatMap((row) => row[column].map(width))));
  const lines = cells.flatMap((row, index) => {
    const height = Math.max(...row.map((lines) => lines.length));
    const drawn = Array.from({ length: height }, (_, line) =>
      row
        .map((lines, column) => padded(lines[line] ?? '', widths[column]))
        .join('  ')
        .trimEnd(),
    );
    return index === 0 ? [...drawn, pc.dim(widths.map((size) => '─'.repeat(size)).join('  '))] : drawn;
  });
  return lines.join('\n');
}

const width = (text) => stripVTControlCharacters(text).length;
const padded = (text, size) => text + ' '.repeat(size - width(text));
