/** `node scripts/docs/render-guides.mjs FOLDER`: the guides of docs/guides as parts of the page `/docs`, with their table of contents, and
 * what to do about each error. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Marked } from 'marked';
import { root } from '../lib/root.mjs';
import { ADVICE } from './error-advice.mjs';

/** In the order of the page. */
const GUIDES = [
  'pay-a-meter',
  'pay-out',
  'confirm-payments',
  'conventions',
  'signing',
  'idempotency',
  'webhooks',
  'sandbox',
  'going-live',
  'errors',
];

/** @returns the name, title, summary and sections of a guide, and its HTML */
function render(name) {
  const sections = [];
  let title = name;
  let summary = '';
  const marked = new Marked({
    renderer: {
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const address = addressOf(href, name);
        return address ? `<a href="${address}">${inner}</a>` : inner;
      },
      heading({ tokens, depth, text }) {
        const inner = this.parser.parseInline(tokens);
        if (depth === 1) {
          title = text;
          return `<h1>${inner}</h1>\n`;
        }
        const id = text
          .toLowerCase()
          .replace(/[^a-z0-9]+/g, '-')
          .replace(/^-|-$/g, '');
        if (depth === 2) sections.push({ id, title: text.replaceAll('`', '') });
        return `<h${depth} id="${id}">${inner}</h${depth}>\n`;
      },
      paragraph({ tokens, text }) {
        summary ||= text
          .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
          .replaceAll('`', '')
          .replaceAll('\n', ' ');
        return `<p>${this.parser.parseInline(tokens)}</p>\n`;
      },
    },
  });
  const html = marked.parse(readFileSync(join(root, 'docs/guides', `${name}.md`), 'utf8'), { async: false });
  const [, ...texts] = html.split(/<h2[^>]*>.*?<\/h2>/s).map(plainText);
  return { about: { name, title, summary, sections: sections.map((one, place) => ({ ...one, text: texts[place] })) }, html };
}

/** For the search of the page. */
function plainText(html) {
  const entities = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
  return html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(lt|gt|quot|#39|amp);/g, (_, name) => entities[name])
    .replace(/\s+/g, ' ')
    .trim();
}

/** Links of the repository as addresses of the page; undefined of what is in the repository only. */
function addressOf(href, guide) {
  if (href.startsWith('https:')) return href;
  const [path, fragment = ''] = href.split('#');
  const name = path.replace(/\.md$/, '');
  if (GUIDES.includes(name)) return `#/guides/${name}${fragment && `/${fragment}`}`;
  if (path === '../operations.md') return `#/operations/${fragment}`;
  if (path === '../errors.md') return '#/errors';
  if (path === '../sandbox.md' || path.startsWith('../postman/') || path.startsWith('../../packages/')) return undefined;
  throw new Error(`docs/guides/${guide}.md links to ${href}, which the page does not have`);
}

const [folder] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const rendered = GUIDES.map(render);
for (const { about, html } of rendered) writeFileSync(join(folder, `${about.name}.html`), html);
writeFileSync(join(folder, 'guides.json'), JSON.stringify(rendered.map(({ about }) => about)));
writeFileSync(join(folder, 'advice.json'), JSON.stringify(ADVICE));
