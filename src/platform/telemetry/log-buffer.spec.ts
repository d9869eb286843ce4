import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { LogBuffer, type LogFile } from './log-buffer.js';

const folder = mkdtempSync(join(tmpdir(), 'harmattan-log-buffer-'));
afterAll(() => rmSync(folder, { recursive: true }));

const NO_FILE = 1_000_000;
const lineOf = (number: number) => `{"number":${number}}\n`;
const flushed = (buffer: LogBuffer) => new Promise<void>((resolve) => buffer.flush(resolve));

function openFile(name: string) {
  const path = join(folder, name);
  const writes: number[] = [];
  const file = { descriptor: openSync(path, 'a'), written: (bytes: number) => void writes.push(bytes) } satisfies LogFile;
  return { file, writes, text: () => readFileSync(path, 'utf8') };
}

it('writes many lines at once, in their order, to each of its files', async () => {
  const [one, other] = [openFile('one'), openFile('other')];
  const buffer = new LogBuffer(one.file);
  buffer.alsoTo(other.file);
  const lines = Array.from({ length: 500 }, (_, number) => lineOf(number));
  for (const line of lines) buffer.write(line);
  expect(one.text()).toBe('');
  await flushed(buffer);
  expect([one.text(), other.text()]).toEqual([lines.join(''), lines.join('')]);
  expect([one.writes.length, other.writes.length]).toEqual([1, 1]);
});

it('writes without being told once there is much, and loses nothing while it writes', async () => {
  const { file, text } = openFile('much');
  const buffer = new LogBuffer(file);
  const lines = Array.from({ length: 20_000 }, (_, number) => lineOf(number));
  for (const line of lines) buffer.write(line);
  await flushed(buffer);
  expect(text()).toBe(lines.join(''));
});

it('says how many lines were lost once they are taken again', async () => {
  const { file, text } = openFile('lost');
  const place: { descriptor: number } = { descriptor: NO_FILE };
  const buffer = new LogBuffer(place);
  for (let number = 0; number < 3; number++) buffer.write(lineOf(number));
  await flushed(buffer);
  place.descriptor = file.descriptor;
  buffer.write(lineOf(3));
  await flushed(buffer);
  const [kept, told] = text()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  expect([kept, told]).toMatchObject([{ number: 3 }, { level: 40, lost: 3, msg: 'lines of the log were lost' }]);
});
