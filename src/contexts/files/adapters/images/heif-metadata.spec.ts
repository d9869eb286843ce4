import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { withoutHeifMetadata } from './heif-metadata.js';

function attempt(image: Buffer): Buffer | RangeError {
  try {
    return withoutHeifMetadata(image);
  } catch (error) {
    if (error instanceof RangeError) return error;
    throw error;
  }
}

const u16 = (value: number) => Buffer.from([value >> 8, value & 255]);
const u32 = (value: number) => Buffer.concat([u16(value >>> 16), u16(value & 0xffff)]);

function box(type: string, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body]);
}

const EXIF_ITEM = 1;

/** A file with one Exif item and these item locations. @param sizes of offset, length, base and index, a nibble each */
function fileOf(sizes: number, items: readonly { id: number; extents: number; content?: Buffer }[]): Buffer {
  const infe = box('infe', Buffer.from([2, 0, 0, 0]), u16(EXIF_ITEM), u16(0), Buffer.from('Exif\0'));
  const iinf = box('iinf', u32(0), u16(1), infe);
  const places = items.map(({ id, extents, content = Buffer.of() }) =>
    Buffer.concat([u32(id), u16(0), u16(0), u16(extents), content]),
  );
  return box('meta', u32(0), iinf, box('iloc', Buffer.from([2, 0, 0, 0]), u16(sizes), u32(items.length), ...places));
}

const extentsAt = (offset: number, length: number, count: number) =>
  Buffer.concat(Array.from({ length: count }, () => Buffer.concat([u32(offset), u32(length)])));

describe('withoutHeifMetadata', () => {
  let image: Buffer;
  beforeAll(async () => {
    const picture = sharp({ create: { width: 64, height: 48, channels: 3, background: 'teal' } });
    image = await picture
      .withExif({ IFD0: { Artist: 'Ada of Lagos' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Ada of Lagos</x:xmpmeta>')
      .avif()
      .toBuffer();
  });

  it('removes the metadata and nothing else', async () => {
    expect(image.includes('Ada of Lagos')).toBe(true);
    const blank = withoutHeifMetadata(image);
    expect(blank).toHaveLength(image.length);
    expect(blank.includes('Ada of Lagos')).toBe(false);
    const pixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer();
    expect((await pixels(blank)).equals(await pixels(image))).toBe(true);
  });

  it('does not change its input', () => {
    withoutHeifMetadata(image);
    expect(image.includes('Ada of Lagos')).toBe(true);
  });

  it('of a truncated image ends, with an error or without', () => {
    for (let length = 0; length < Math.min(image.length, 1_200); length++) {
      const blank = attempt(image.subarray(0, length));
      expect(blank instanceof RangeError || blank.length === length).toBe(true);
    }
  });

  it('of a damaged image ends, with an error or without', () => {
    for (let place = 0; place < Math.min(image.length, 1_200); place++) {
      for (const value of [0, 0xff]) {
        const damaged = Buffer.from(image);
        damaged[place] = value;
        const blank = attempt(damaged);
        expect(blank instanceof RangeError || blank.length === image.length).toBe(true);
      }
    }
  });

  it('refuses extents without a length, however many are declared', () => {
    const items = Array.from({ length: 1_000 }, () => ({ id: 7, extents: 0xffff }));
    expect(() => withoutHeifMetadata(fileOf(0x0000, items))).toThrow(new RangeError('extents without a size'));
  });

  it('accepts 10,000 extents', () => {
    const others = (count: number) => fileOf(0x4400, [{ id: 7, extents: count, content: extentsAt(0, 0, count) }]);
    expect(withoutHeifMetadata(others(10_000)).equals(others(10_000))).toBe(true);
    expect(() => withoutHeifMetadata(others(10_001))).toThrow(new RangeError('too many extents'));
  });

  it('overwrites each byte at most once', () => {
    const exif = (offset: number, length: number, extents: number) =>
      fileOf(0x4400, [{ id: EXIF_ITEM, extents, content: extentsAt(offset, length, extents) }]);
    const { length } = exif(0, 0, 2);
    expect(withoutHeifMetadata(exif(0, length / 2, 2))).toHaveLength(length);
    expect(() => withoutHeifMetadata(exif(0, length, 2))).toThrow(new RangeError('extents larger than the file'));
  });
});
