import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { theme } from '../../packages/console/src/theme.js';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(resolve(root, path), 'utf8');
const GREENS = theme.colors!['savanna']!;
const [LIGHT, DARK] = [GREENS[8], GREENS[3]];
const PAGES = 'packages/reference/src';

describe('brand colours', () => {
  it('of the pages are those of the console, light and dark', () => {
    const accents = [...read(`${PAGES}/colours.css`).matchAll(/--accent: (#\w{6});/g)].map(([, colour]) => colour);
    expect(accents).toEqual([LIGHT, DARK]);
  });

  it('are in no style but the one that the pages share', () => {
    const styles = readdirSync(resolve(root, PAGES), { recursive: true, encoding: 'utf8' }).filter((path) =>
      /\.(css|html)$/.test(path),
    );
    const own = styles.filter((path) => path !== 'colours.css' && /: *#[0-9a-f]{3,8}\b/i.test(read(`${PAGES}/${path}`)));
    expect([styles.length, own]).toEqual([7, []]);
  });

  it('of mails and PDFs are those of the console', () => {
    const mail = read('src/platform/mail/mail-layout.ts');
    expect(mail).toContain(`font-weight:700;color:${LIGHT}">{{sender}}`);
    expect(mail).toContain(`.brand, .link { color: ${DARK} !important; }`);
    expect(read('src/platform/pdf/pdf-writer.ts')).toContain(`brand: '${LIGHT}'`);
  });

  it('of the reference are in its logo, too', () => {
    expect(read(`${PAGES}/docs/icon.svg`)).toBe(read('packages/console/public/logo.svg'));
  });
});
