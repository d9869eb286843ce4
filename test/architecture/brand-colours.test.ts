import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { theme } from '../../packages/console/src/theme.js';

const read = (path: string) => readFileSync(resolve(import.meta.dirname, '../..', path), 'utf8');
const GREENS = theme.colors!['savanna']!;
const [LIGHT, DARK] = [GREENS[8], GREENS[3]];

describe('brand colours', () => {
  it.each(['src/platform/http/openapi/page/page.css', 'src/contexts/receipts/adapters/http/page/page.css'])(
    'of %s are those of the console, light and dark',
    (path) => {
      const accents = [...read(path).matchAll(/--(?:accent|brand): (#\w{6});/g)].map(([, colour]) => colour);
      expect(accents).toEqual([LIGHT, DARK]);
    },
  );

  it('of the sandbox are those of the console, light and dark', () => {
    expect(read('src/sandbox/page/index.html')).toContain(`--accent: light-dark(${LIGHT}, ${DARK});`);
  });

  it('of mails and PDFs are those of the console', () => {
    const mail = read('src/platform/mail/mail-layout.ts');
    expect(mail).toContain(`font-weight:700;color:${LIGHT}">{{sender}}`);
    expect(mail).toContain(`.brand, .link { color: ${DARK} !important; }`);
    expect(read('src/platform/pdf/pdf-writer.ts')).toContain(`brand: '${LIGHT}'`);
  });

  it('of the reference are in its logo, too', () => {
    expect(read('src/platform/http/openapi/page/icon.svg')).toBe(read('packages/console/public/logo.svg'));
  });
});
