import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Injectable } from '@nestjs/common';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
const ENCODINGS = { br: '.br', gzip: '.gz' } as const;

export type ContentEncoding = keyof typeof ENCODINGS;

export interface ConsoleFile {
  readonly type: string;
  readonly body: Buffer;
  /** The body as the build compressed it. */
  readonly compressed: Readonly<Partial<Record<ContentEncoding, Buffer>>>;
  /** Its name has a hash of its content. */
  readonly isImmutable: boolean;
}

/** The build of packages/console, about 2 MB. It is read once, so that no request chooses a path on the disk. */
@Injectable()
export class ConsoleFiles {
  private readonly files: ReadonlyMap<string, ConsoleFile>;

  constructor() {
    this.files = readFiles(fileURLToPath(new URL('./page/', import.meta.url)));
  }

  find(path: string): ConsoleFile | undefined {
    return this.files.get(path);
  }

  /** The page, whose style tags carry the nonce; undefined where the service runs from its sources, as in tests of other parts. */
  page(nonce: string): string | undefined {
    return this.files.get('index.html')?.body.toString().replaceAll('NONCE_OF_THE_ANSWER', nonce);
  }
}

function readFiles(folder: string): Map<string, ConsoleFile> {
  const files = new Map<string, ConsoleFile>();
  if (!existsSync(folder)) return files;
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of names) {
    const type = TYPES[extname(name)];
    if (!type) continue;
    const path = join(folder, name);
    const compressed = Object.fromEntries(
      Object.entries(ENCODINGS)
        .filter(([, suffix]) => names.includes(name + suffix))
        .map(([encoding, suffix]) => [encoding, readFileSync(path + suffix)]),
    );
    files.set(name, { type, body: readFileSync(path), compressed, isImmutable: name.startsWith('assets/') });
  }
  return files;
}
