import { crc32 } from 'node:zlib';
import sharp from 'sharp';

/** A small valid file of each allowed kind. */
export async function samples(): Promise<Readonly<Record<string, Buffer>>> {
  const jpeg = await photo();
  return {
    jpg: jpeg,
    jpeg,
    png: await picture().png().toBuffer(),
    gif: await picture().gif().toBuffer(),
    webp: await picture().webp().toBuffer(),
    heic: await heic(),
    pdf: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
    doc: compound('WordDocument'),
    xls: compound('Workbook'),
    ppt: compound('PowerPoint Document'),
    docx: office('wordprocessingml.document', 'word/document.xml'),
    xlsx: office('spreadsheetml.sheet', 'xl/workbook.xml'),
    pptx: office('presentationml.presentation', 'ppt/presentation.xml'),
    csv: Buffer.from('name,amount\nAda,50.00\n'),
    txt: Buffer.from('Ẹ káàárọ̀ — ₦50\n'),
    json: Buffer.from('{"amount": 50.00, "tags": ["a", "b"]}'),
    zip: zip({ 'hello.txt': 'hello' }),
    mp3: mp3(),
    mp4: mp4(),
  };
}

function picture(width = 40, height = 30) {
  return sharp({ create: { width, height, channels: 3, background: { r: 200, g: 120, b: 40 } } });
}

/** With EXIF of Lagos and an orientation: 40 by 30 as stored, 30 by 40 as shown. */
export function photo(): Promise<Buffer> {
  return picture()
    .withExif({ IFD0: { Make: 'Camera of Ada' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '6/1 27/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

/** Has the structure of a HEIC with Exif; the picture itself is coded otherwise. */
export async function heic(): Promise<Buffer> {
  const avif = await picture()
    .withExif({ IFD0: { Make: 'Camera of Ada' } })
    .avif()
    .toBuffer();
  avif.write('heic', 8, 'latin1');
  return avif;
}

/** A ZIP of stored entries. */
export function zip(entries: Readonly<Record<string, string>>): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let place = 0;
  for (const [name, text] of Object.entries(entries)) {
    const content = Buffer.from(text);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const head = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), content]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(place, 10);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), common, rest, Buffer.from(name)]));
    local.push(head);
    place += head.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(central.length, 8);
  end.writeUInt16LE(central.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(place, 16);
  return Buffer.concat([...local, directory, end]);
}

function office(name: string, document: string): Buffer {
  const type = `application/vnd.openxmlformats-officedocument.${name}.main+xml`;
  return zip({
    '[Content_Types].xml': `<?xml version="1.0"?><Types><Override PartName="/${document}" ContentType="${type}"/></Types>`,
    [document]: '<?xml version="1.0"?><document/>',
  });
}

/** The head of a compound file and a directory with one entry of this name. */
function compound(stream: string): Buffer {
  const bytes = Buffer.alloc(512 * 3);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes);
  bytes.writeUInt16LE(9, 30);
  for (const [place, name] of ['Root Entry', stream].entries()) bytes.write(name, 512 + place * 128, 'utf16le');
  return bytes;
}

function mp3(): Buffer {
  const frame = Buffer.alloc(417);
  frame.writeUInt32BE(0xfffb9064);
  return Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1'), frame, frame]);
}

function mp4(): Buffer {
  const bytes = Buffer.alloc(64);
  bytes.writeUInt32BE(24);
  bytes.write('ftypisom\0\0\x02\0isomiso2', 4, 'latin1');
  bytes.writeUInt32BE(40, 24);
  bytes.write('mdat', 28, 'latin1');
  return bytes;
}
