import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { until } from './until.js';

/** The mails to this address that were written as files, oldest first. */
export async function mailsTo(dataDir: string, address: string): Promise<Email[]> {
  const folder = join(dataDir, 'mail');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).toSorted();
  const mails = await Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
  return mails.filter(({ to }) => to?.some((each) => each.address === address));
}

/** The verification codes mailed to this address, oldest first; waits until there are this many. */
export async function codesTo(dataDir: string, address: string, count = 1): Promise<string[]> {
  let codes: string[] = [];
  await until(async () => {
    const texts = (await mailsTo(dataDir, address)).map(({ text }) => text ?? '');
    codes = texts.flatMap((text) => /\bcode:\s+([0-9]{6})\b/.exec(text)?.[1] ?? []);
    return codes.length >= count;
  });
  return codes;
}
