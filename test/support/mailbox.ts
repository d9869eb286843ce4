import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import PostalMime, { type Email } from 'postal-mime';
import { until } from './until.js';

/** By path: tests read the same mails again and again while they wait for the next one. */
const known = new LRUCache<string, Promise<Email>>({ max: 2_000 });

/** The mails to this address that were written as files, oldest first. */
export async function mailsTo(dataDir: string, address: string): Promise<Email[]> {
  const folder = join(dataDir, 'mail');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).toSorted();
  const mails = await Promise.all(names.map((name) => read(join(folder, name))));
  return mails.filter(({ to }) => to?.some((each) => each.address === address));
}

/** The verification codes mailed to this address, oldest first; waits until there are this many. */
export async function codesTo(dataDir: string, address: string, count = 1): Promise<string[]> {
  let codes: string[] = [];
  await until(async () => {
    const texts = (await mailsTo(dataDir, address)).map(({ text }) => text ?? '');
    codes = texts.flatMap((text) => /\bcode:\s+([0-9]{6}|[0-9A-Z]{4}-[0-9A-Z]{4})\b/.exec(text)?.[1] ?? []);
    return codes.length >= count;
  });
  return codes;
}

function read(path: string): Promise<Email> {
  let mail = known.get(path);
  if (!mail) {
    mail = readFile(path).then((bytes) => PostalMime.parse(bytes));
    known.set(path, mail);
  }
  return mail;
}
