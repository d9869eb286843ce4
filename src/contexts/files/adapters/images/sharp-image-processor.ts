import { Injectable } from '@nestjs/common';
import sharp, { type Sharp } from 'sharp';
import { type ProcessedImage, ImageProcessor } from '../../application/ports/image-processor.js';
import { withoutHeifMetadata } from './heif-metadata.js';

/** A small file can decompress to far more than phone cameras have. */
const MAX_PIXELS = 64_000_000;
const MAX_SECONDS = 30;
const THUMBNAIL = { width: 320, height: 320, fit: 'inside', withoutEnlargement: true } as const;

const ENCODERS: Readonly<Record<string, (image: Sharp) => Sharp>> = {
  jpg: (image) => image.jpeg({ quality: 88 }),
  jpeg: (image) => image.jpeg({ quality: 88 }),
  png: (image) => image.png(),
  gif: (image) => image.gif(),
  webp: (image) => image.webp({ quality: 88 }),
};

/** By libvips, which drops metadata; the orientation is applied to the pixels first. */
@Injectable()
export class SharpImageProcessor extends ImageProcessor {
  constructor() {
    super();
    sharp.cache(false);
    sharp.concurrency(1);
  }

  async stripMetadata(bytes: Buffer, extension: string): Promise<ProcessedImage | undefined> {
    const write = ENCODERS[extension];
    try {
      if (!write) return { bytes: withoutHeifMetadata(bytes), thumbnail: undefined };
      return {
        bytes: await write(open(bytes, { animated: true })).toBuffer(),
        thumbnail: await open(bytes, { animated: false }).resize(THUMBNAIL).webp({ quality: 75 }).toBuffer(),
      };
    } catch {
      // Any error of libvips means an unreadable image.
      return undefined;
    }
  }
}

function open(bytes: Buffer, { animated }: { animated: boolean }): Sharp {
  return sharp(bytes, { animated, autoOrient: true, failOn: 'error', limitInputPixels: MAX_PIXELS }).timeout({
    seconds: MAX_SECONDS,
  });
}
