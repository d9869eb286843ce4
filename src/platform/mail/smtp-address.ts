import { readTlsFiles, TLS_FILES, tlsFilesOf } from '../config/tls-files.js';

/**
 * Options of nodemailer: the address without its parameters, and the files that they name.
 * @throws TypeError for a parameter that it does not have
 * @throws Error where a file cannot be read
 */
export function smtpAddress(given: string) {
  const url = new URL(given);
  const unknown = [...url.searchParams.keys()].find((name) => !TLS_FILES.includes(name));
  if (unknown !== undefined) throw new TypeError(`it does not have the parameter ${unknown}`);
  const tls = readTlsFiles(tlsFilesOf(url.searchParams));
  url.search = '';
  return { url: url.href, tls };
}
