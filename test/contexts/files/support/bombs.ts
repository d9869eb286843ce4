import { deflateRawSync } from 'node:zlib';
import sharp from 'sharp';

/** Files of at most ten megabytes that take a gigabyte or a minute where they are decoded or unpacked without a limit. */
export async function bombs(): Promise<Readonly<Record<string, Buffer>>> {
  const flat = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: 'red' } });
  const webp = await flat(7_900, 8_000).webp({ quality: 1, effort: 0 }).toBuffer();
  return {
    'large.webp': webp,
    'broken.webp': webp.subarray(0, webp.length / 2),
    'large.png': await flat(9_000, 9_000).png().toBuffer(),
    'frames.gif': gif(100, 100, 50_000),
    'tiny-frames.gif': gif(3, 3, 100_000),
    'boxes.heic': heicOfBoxes(1_000_000),
    'types.docx': zipBomb('[Content_Types].xml', 300_000_000),
    'zeros.zip': zipBomb('zeros', 300_000_000),
    'nested.pdf': Buffer.from(`%PDF-1.7\n1 0 obj\n${'<</Kids ['.repeat(500_000)}${']>>'.repeat(500_000)}\nendobj\n%%EOF\n`),
  };
}

/** Each frame is one pixel on a screen of this size. */
function gif(width: number, height: number, frames: number): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0', 'latin1');
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  const palette = Buffer.from([0, 0, 0, 255, 255, 255]);
  const frame = Buffer.from('21f904000a0000002c00000000010001000002024401 00'.replace(' ', ''), 'hex');
  return Buffer.concat([head, palette, ...Array.from({ length: frames }, () => frame), Buffer.from(';')]);
}

function heicOfBoxes(count: number): Buffer {
  const box = Buffer.from('\0\0\0\x08free', 'latin1');
  return Buffer.concat([
    Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1'),
    ...Array.from({ length: count }, () => box),
  ]);
}

function zipBomb(name: string, sizeBytes: number): Buffer {
  const data = deflateRawSync(Buffer.alloc(sizeBytes, ' '), { level: 1 });
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(8, 4);
  common.writeUInt32LE(data.length, 14);
  // What it claims to be.
  common.writeUInt32LE(10, 18);
  common.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), data]);
  const central = Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), common, Buffer.alloc(14), Buffer.from(name)]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}
