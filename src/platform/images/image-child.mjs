/**
 * Decodes one picture, in a process of its own. Input: the picture on stdin and a conversion as JSON in the arguments. Output: a line
 * of JSON, `{"sizes": [...]}` with the encoded pictures after it, or `{"refused": "unreadable" | "too_large" | "memory"}`.
 */
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

sharp.cache(false);
sharp.concurrency(1);
const { maxPixels, outputs } = JSON.parse(process.argv[2]);
const input = await buffer(process.stdin);

/** Reads errors of libvips, which checks the limit by the head of the picture. */
function reasonOf(message) {
  if (/pixel limit/i.test(message)) return 'too_large';
  return /memory|allocate/i.test(message) ? 'memory' : 'unreadable';
}

async function convert({ format, options, animated, size }) {
  const image = sharp(input, { animated, autoOrient: true, failOn: 'error', limitInputPixels: maxPixels });
  if (size) image.resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true });
  return image.toFormat(format, options).toBuffer();
}

try {
  const made = [];
  for (const output of outputs) made.push(await convert(output));
  process.stdout.write(`${JSON.stringify({ sizes: made.map(({ length }) => length) })}\n`);
  for (const bytes of made) process.stdout.write(bytes);
} catch (error) {
  process.stdout.write(`${JSON.stringify({ refused: reasonOf(String(error)) })}\n`);
}
