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
