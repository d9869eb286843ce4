import { Injectable } from '@nestjs/common';
import { type ImageOutput, ImageProcess } from '../../../../platform/images/image-process.js';
import { ImageProcessor, type ImageRefusal, type ProcessedImage } from '../../processing.js';
import { withoutHeifMetadata } from './heif-metadata.js';

const THUMBNAIL: ImageOutput = { format: 'webp', options: { quality: 75 }, animated: false, size: 320 };
const JPEG: ImageOutput = { format: 'jpeg', options: { quality: 88 }, animated: false };

const OUTPUTS: Readonly<Record<string, ImageOutput>> = {
  jpg: JPEG,
  jpeg: JPEG,
  png: { format: 'png', animated: false },
  gif: { format: 'gif', animated: true },
  // More effort takes twice the memory.
  webp: { format: 'webp', options: { quality: 88, effort: 2 }, animated: true },
};

/** Uses libvips, which drops metadata; the orientation is applied to the pixels first. HEIC is not decoded. */
@Injectable()
export class SharpImageProcessor extends ImageProcessor {
  constructor(private readonly process: ImageProcess) {
    super();
  }

  async stripMetadata(bytes: Buffer, extension: string): Promise<ProcessedImage | ImageRefusal> {
    const output = OUTPUTS[extension];
    if (!output) return withoutMetadata(bytes);
    const made = await this.process.convert(bytes, [output, THUMBNAIL]);
    return typeof made === 'string' ? made : { bytes: made[0]!, thumbnail: made[1] };
  }
}

function withoutMetadata(bytes: Buffer): ProcessedImage | ImageRefusal {
  try {
    return { bytes: withoutHeifMetadata(bytes), thumbnail: undefined };
  } catch {
    return 'unreadable';
  }
}
