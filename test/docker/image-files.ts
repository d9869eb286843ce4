import { writeImage } from '../../scripts/lib/image.mjs';
import { onceARun } from '../support/once-a-run.js';
import { buildService } from '../support/service-process.js';

/** The folder with the files of the image, written once a run. */
export function imageFiles(): Promise<string> {
  return onceARun('image', write);
}

async function write(folder: string): Promise<void> {
  await buildService();
  await writeImage(folder);
}
