import { writeImage } from '../../scripts/lib/image.mjs';
import { onceARun } from '../support/once-a-run.js';
import { buildService } from '../support/service-process.js';

const WRITE_MS = 180_000;

/** The folder with the files of the image, written once a run. */
export function imageFiles(): Promise<string> {
  return onceARun('image', write, WRITE_MS);
}

async function write(folder: string): Promise<void> {
  await buildService();
  await writeImage(folder);
}
