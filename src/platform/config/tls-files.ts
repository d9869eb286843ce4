import { readFileSync } from 'node:fs';

const NAMES = ['ca', 'cert', 'key'] as const;
export const TLS_FILES: readonly string[] = NAMES;

/** Files in PEM that an address names: the authority of the server's certificate, and the certificate and key of this client. */
export type TlsFiles = Readonly<Partial<Record<(typeof NAMES)[number], string>>>;

export function tlsFilesOf(query: URLSearchParams): TlsFiles {
  return Object.fromEntries(NAMES.flatMap((name) => (query.has(name) ? [[name, query.get(name)!]] : [])));
}

/** Their contents, as options of `tls.connect`. @throws Error where one cannot be read */
export function readTlsFiles(files: TlsFiles): Readonly<Partial<Record<keyof TlsFiles, Buffer>>> {
  return Object.fromEntries(Object.entries(files).map(([name, path]) => [name, readFileSync(path)]));
}
