import { readdirSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { pageFolder } from '../page-folder.js';

const PAGE = pageFolder('docs');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.tgz': 'application/gzip',
  '.whl': 'application/zip',
};
/** They are already compressed, and installers expect them so. */
const ARCHIVES = ['.tgz', '.whl'];

export interface PageFile {
  readonly path: string;
  readonly type: string;
  readonly isArchive: boolean;
}

export const INDEX: PageFile = { path: join(PAGE, 'index.html'), type: TYPES['.html']!, isArchive: false };

/** The files of the reference, and the clients to install, by their names, listed once, so that no request chooses a path on the disk. */
export function listPageFiles(): ReadonlyMap<string, PageFile> {
  const files = new Map<string, PageFile>();
  for (const name of readdirSync(PAGE, { recursive: true, encoding: 'utf8' })) {
    const ending = extname(name);
    const type = TYPES[ending];
    const path = join(PAGE, name);
    if (type && path !== INDEX.path) files.set(name.split(sep).join('/'), { path, type, isArchive: ARCHIVES.includes(ending) });
  }
  return files;
}
