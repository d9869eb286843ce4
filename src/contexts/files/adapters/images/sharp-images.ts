import { Injectable } from '@nestjs/common';
import sharp, { type Sharp } from 'sharp';
import { type CleanImage, Images } from '../../application/ports/images.js';
import { withoutHeifMetadata } from './heif-metadata.js';

/** More than any phone's camera has; a small file can hold far more, to fill the memory of whoever opens it. */
const MOST_PIXELS = 64_000_000;
const LONGEST_SECONDS = 30;
const THUMBNAIL = { width: 320, height: 320, fit: 'inside', withoutEnlargement: true } as const;

/** How each format is written anew. */
const WRITERS: Readonly<Record<string, (image: Sharp) => Sharp>> = {
  jpg: (image) => image.jpeg({ quality: 88 }),
  jpeg: (image) => image.jpeg({ quality: 88 }),
  png: (image) => image.png(),
  gif: (image) => image.gif(),
  webp: (image) => image.webp({ quality: 88 }),
};

/** Images by libvips. It keeps no metadata unless it is told to; the orientation is turned into the pixels first. */
@Injectable()
export class SharpImages extends Images {
  constructor() {
    super();
    // Every image is another one.
    sharp.cache(false);
    sharp.concurrency(1);
  }

  async clean(bytes: Buffer, extension: string): Promise<CleanImage | undefined> {
    const write = WRITERS[extension];
    try {
      if (!write) return { bytes: withoutHeifMetadata(bytes), thumbnail: undefined };
      return {
        bytes: await write(open(bytes, { animated: true })).toBuffer(),
        thumbnail: await open(bytes, { animated: false }).resize(THUMBNAIL).webp({ quality: 75 }).toBuffer(),
      };
    } catch {
      // Whatever libvips says of it: what it cannot open, nobody is given.
      return undefined;
    }
  }
}

function open(bytes: Buffer, { animated }: { animated: boolean }): Sharp {
  return sharp(bytes, { animated, autoOrient: true, failOn: 'error', limitInputPixels: MOST_PIXELS }).timeout({
    seconds: LONGEST_SECONDS,
  });
}
