export interface ProcessedImage {
  readonly bytes: Buffer;
  /** WebP; undefined where none can be made. */
  readonly thumbnail: Buffer | undefined;
}

/** `ended`: it took more memory or time than a picture may, and its process with it. */
export type ImageRefusal = 'unreadable' | 'too_large' | 'ended';

export abstract class ImageProcessor {
  abstract stripMetadata(bytes: Buffer, extension: string): Promise<ProcessedImage | ImageRefusal>;
}
