/** Overwrites the Exif and XMP items of a HEIF image (ISO/IEC 23008-12) with zeros, for formats that cannot be encoded here. */
const FILE_OFFSET = 0;
const INSIDE_META = 1;
/** Bounds the work for a forged list; an image of many tiles has about a hundred. */
const MAX_EXTENTS = 10_000;
const MAX_BOXES = 10_000;

interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** @returns a copy. @throws RangeError for a malformed image */
export function withoutHeifMetadata(image: Buffer): Buffer {
  const meta = boxesIn(image, 0, image.length).find(({ type }) => type === 'meta');
  if (!meta) throw new RangeError('no meta box');
  const boxes = new Map(boxesIn(image, meta.start + 4, meta.end).map((box) => [box.type, box]));
  const info = boxes.get('iinf');
  const location = boxes.get('iloc');
  if (!info || !location) throw new RangeError('no items');
  const items = metadataItems(image, info);
  // An extent may cover the lists themselves, so they are read from the original.
  const bytes = Buffer.from(image);
  let blanked = 0;
  for (const extent of extentsOf(image, location, items)) {
    const base = extent.method === INSIDE_META ? boxes.get('idat')?.start : FILE_OFFSET;
    if (base === undefined || base + extent.offset + extent.length > bytes.length)
      throw new RangeError('an extent outside of the file');
    // More than the file means overlapping extents.
    blanked += extent.length;
    if (blanked > bytes.length) throw new RangeError('extents larger than the file');
    bytes.fill(0, base + extent.offset, base + extent.offset + extent.length);
  }
  return bytes;
}

function boxesIn(bytes: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  for (let place = from; place + 8 <= to;) {
    const type = bytes.toString('latin1', place + 4, place + 8);
    const short = bytes.readUInt32BE(place);
    const head = short === 1 ? 16 : 8;
    const size = short === 1 ? Number(bytes.readBigUInt64BE(place + 8)) : short === 0 ? to - place : short;
    if (size < head || place + size > to) throw new RangeError('a box outside of its box');
    if (boxes.length === MAX_BOXES) throw new RangeError('too many boxes');
    boxes.push({ type, start: place + head, end: place + size });
    place += size;
  }
  return boxes;
}

/** Ids of the Exif items, and of those with a media type, which are XMP. */
function metadataItems(bytes: Buffer, info: Box): Set<number> {
  const countBytes = bytes[info.start] === 0 ? 2 : 4;
  const items = new Set<number>();
  for (const { type, start } of boxesIn(bytes, info.start + 4 + countBytes, info.end)) {
    const version = bytes[start]!;
    if (type !== 'infe' || version < 2) continue;
    const idBytes = version === 2 ? 2 : 4;
    const kind = bytes.toString('latin1', start + 4 + idBytes + 2, start + 4 + idBytes + 6);
    if (kind === 'Exif' || kind === 'mime') items.add(bytes.readUIntBE(start + 4, idBytes));
  }
  return items;
}

function* extentsOf(bytes: Buffer, { start, end }: Box, items: ReadonlySet<number>) {
  let place = start;
  const read = (size: number): number => {
    if (place + size > end) throw new RangeError('a list that is cut off');
    place += size;
    if (size === 8) return Number(bytes.readBigUInt64BE(place - 8));
    return size === 0 ? 0 : bytes.readUIntBE(place - size, size);
  };
  const version = read(1);
  read(3);
  const sizes = read(2);
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15] as const;
  const indexBytes = version === 0 ? 0 : sizes & 15;
  const idBytes = version < 2 ? 2 : 4;
  let total = 0;
  for (let left = read(idBytes); left > 0; left--) {
    const id = read(idBytes);
    const method = version === 0 ? FILE_OFFSET : read(2) & 15;
    read(2);
    const base = read(baseBytes);
    const extents = read(2);
    // Extents without offset and length would not advance the loop.
    if (extents > 1 && offsetBytes + lengthBytes === 0) throw new RangeError('extents without a size');
    total += extents;
    if (total > MAX_EXTENTS) throw new RangeError('too many extents');
    for (let extent = 0; extent < extents; extent++) {
      read(indexBytes);
      const offset = base + read(offsetBytes);
      const length = read(lengthBytes);
      if (items.has(id)) yield { method, offset, length };
    }
  }
}
