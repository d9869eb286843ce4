import { randomBytes } from 'node:crypto';
import type { BackupStore } from '../backup-store.js';
import { type BinlogPosition, type Found, readManifest, readManifests } from '../manifest.js';
import { DamagedBackup } from '../sealed-parts.js';
import type { CoveredManifest, SegmentManifest } from './physical-manifest.js';

export type FoundSegment = Found<SegmentManifest>;

/** Never the same twice, since the key of the piece comes from it. */
export function segmentName({ line, file, from }: Pick<SegmentManifest, 'line' | 'file' | 'from'>): string {
  return `${line}.${file}-${from}-${randomBytes(6).toString('hex')}`;
}

/**
 * The pieces of the log that belong to a whole backup, from this file on, in the order of the log: there may be one each few seconds.
 * @param damaged takes a sentence for each that cannot be read
 */
export async function segmentsOf(
  place: BackupStore,
  { line, file }: Pick<SegmentManifest, 'line' | 'file'>,
  secrets: readonly Buffer[],
  damaged: string[] = [],
): Promise<FoundSegment[]> {
  const isWanted = (name: string) =>
    name.startsWith(`${line}.`) && fileNumber(name.replace(/-\d+-[0-9a-f]+$/, '')) >= fileNumber(file);
  const found = await readManifests<SegmentManifest>(place, secrets, damaged, isWanted);
  return found.toSorted(({ manifest: a }, { manifest: b }) => fileNumber(a.file) - fileNumber(b.file) || a.from - b.from);
}

/** Undefined before the first copy. @throws DamagedBackup */
export async function coveredOf(
  place: BackupStore,
  line: string,
  secrets: readonly Buffer[],
): Promise<CoveredManifest | undefined> {
  if (!(await place.backups()).includes(line)) return undefined;
  return (await readManifest<CoveredManifest>(place, line, secrets)).manifest;
}

/** `binlog.000012` is 12. */
export function fileNumber(file: string): number {
  return Number(file.slice(file.lastIndexOf('.') + 1));
}

export interface Stretch {
  readonly segment: FoundSegment;
  /** The piece before this position is known already. */
  readonly after: number;
}

/**
 * The pieces from a position on, without a gap, until one that begins after a time, or the end of the covered part.
 * @param untilSeconds unix seconds; all of them without it @throws DamagedBackup that names the gap
 */
export function stretchesFrom(
  start: BinlogPosition,
  segments: readonly FoundSegment[],
  covered: BinlogPosition,
  untilSeconds = Infinity,
): Stretch[] {
  const stretches: Stretch[] = [];
  let { file, position } = start;
  for (;;) {
    const here = segments.filter(({ manifest }) => manifest.file === file);
    // Two copies that ran at once may overlap.
    const next = here
      .filter(({ manifest: { from, to } }) => from <= position && position < to)
      .toSorted((a, b) => b.manifest.to - a.manifest.to)[0];
    if (next) {
      if (next.manifest.firstSeconds >= untilSeconds) return stretches;
      stretches.push({ segment: next, after: position });
      position = next.manifest.to;
    } else if (here.some(({ manifest: { to, endsFile } }) => endsFile && to === position)) {
      [file, position] = [fileAfter(file), FIRST_POSITION];
    } else if (isReached({ file, position }, covered)) return stretches;
    else throw new DamagedBackup(`the binary log lacks ${file} from position ${position} on: a piece of its copy is missing`);
  }
}

function isReached(at: BinlogPosition, end: BinlogPosition): boolean {
  const files = fileNumber(at.file) - fileNumber(end.file);
  return files > 0 || (files === 0 && at.position >= end.position);
}

/** Position of the first event in each file. */
export const FIRST_POSITION = 4;

export function fileAfter(file: string): string {
  const [base, number] = [file.slice(0, file.lastIndexOf('.')), file.slice(file.lastIndexOf('.') + 1)];
  return `${base}.${String(Number(number) + 1).padStart(number.length, '0')}`;
}

const MAGIC_BYTES = 4;
/** Time, kind, server, length, end and flags. */
const HEADER_BYTES = 19;
export const FORMAT_DESCRIPTION = 15;
/** The server makes this event up for a reader; it is in no file. */
const ARTIFICIAL = 0x20;

/** An event, as MySQL and MariaDB write it to a binary log. */
export interface BinlogEvent {
  readonly kind: number;
  /** Unix seconds. */
  readonly seconds: number;
  /** Position in the file behind it; 0 for a format description that was sent again. */
  readonly end: number;
  readonly isArtificial: boolean;
  readonly bytes: Buffer;
}

export class BrokenBinlog extends Error {}

/** @param source a file of a binary log. @throws BrokenBinlog where it is none, or ends in the middle of an event */
export async function* binlogEvents(source: AsyncIterable<Buffer>): AsyncGenerator<BinlogEvent> {
  let [held, skipped]: [Buffer, boolean] = [Buffer.alloc(0), false];
  for await (const chunk of source) {
    held = held.length > 0 ? Buffer.concat([held, chunk]) : chunk;
    if (!skipped && held.length >= MAGIC_BYTES) {
      if (held.readUInt32BE(0) !== 0xfe_62_69_6e) throw new BrokenBinlog('it is no binary log');
      [held, skipped] = [held.subarray(MAGIC_BYTES), true];
    }
    let at = 0;
    while (skipped && held.length - at >= HEADER_BYTES) {
      const length = held.readUInt32LE(at + 9);
      if (length < HEADER_BYTES) throw new BrokenBinlog('an event has no length');
      if (held.length - at < length) break;
      yield eventOf(held.subarray(at, at + length));
      at += length;
    }
    held = held.subarray(at);
  }
  if (!skipped || held.length > 0) throw new BrokenBinlog('it ends in the middle of an event');
}

function eventOf(bytes: Buffer): BinlogEvent {
  return {
    seconds: bytes.readUInt32LE(0),
    kind: bytes.readUInt8(4),
    end: bytes.readUInt32LE(13),
    isArtificial: (bytes.readUInt16LE(17) & ARTIFICIAL) !== 0,
    bytes,
  };
}
