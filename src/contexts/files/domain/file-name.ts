import { Failure } from '../../../kernel/failure.js';
import { fileFailures } from './files.failures.js';
import { kindOf } from './file-kind.js';

const MAX_LENGTH = 255;
/** Executable extensions, refused anywhere in the name, because some servers run `photo.php.jpg`. */
const SCRIPTS = new Set(
  (
    'asp aspx bash bat cgi cmd cpl dll exe hta htm html jar js jsp jspx lnk mjs msi phar php php3 php4 php5 php7 php8 phtml ' +
    'pl ps1 py rb scr sh shtml svg vbs wsf xhtml'
  ).split(' '),
);
/** Control characters, and those that change the writing direction, so that `gpj.exe` is displayed as `exe.jpg`. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** No folders, no invisible characters, an allowed extension. */
export interface FileName {
  readonly fileName: string;
  readonly extension: string;
}

/** @throws Failure `files.name_invalid`, `files.extension_not_allowed` */
export function readFileName(given: string): FileName {
  if (!given.isWellFormed()) throw new Failure(fileFailures.name_invalid);
  const name = given
    .replace(/^.*[/\\]/s, '')
    .replace(INVISIBLE, '')
    .normalize('NFC')
    .trim();
  const [stem = '', ...endings] = name.split('.');
  const extension = endings.at(-1)?.toLowerCase() ?? '';
  if (name === '' || (stem === '' && endings.length < 2)) throw new Failure(fileFailures.name_invalid);
  if (!kindOf(extension) || endings.some((ending) => SCRIPTS.has(ending.trim().toLowerCase())))
    throw new Failure(fileFailures.extension_not_allowed);
  return { fileName: shorten(name, extension), extension };
}

function shorten(name: string, extension: string): string {
  if (name.length <= MAX_LENGTH) return name;
  const stem = name.slice(0, MAX_LENGTH - extension.length - 1);
  // Not within a surrogate pair.
  return `${stem.isWellFormed() ? stem : stem.slice(0, -1)}.${extension}`;
}
