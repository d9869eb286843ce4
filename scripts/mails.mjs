/** `npm run mails -- [folder]`: renders every mail with its example as HTML and text, to be looked at. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './lib/root.mjs';

const load = (file) => import(pathToFileURL(join(root, 'dist', file)).href);
const { htmlPart, textPart } = await load('platform/mail/mail-parts.js');
const { renderMail } = await load('platform/mail/render-mail.js');
const examples = JSON.parse(readFileSync(join(root, 'test/mails/examples.json'), 'utf8'));
const sender = { name: 'Harmattan', supportEmail: 'help@harmattan.example', supportPhone: '+234 700 555 0123' };
const folder = resolve(process.argv[2] ?? join(root, '.data/mails'));

mkdirSync(folder, { recursive: true });
const files = readdirSync(join(root, 'src/contexts'), { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && readFileSync(join(root, 'src/contexts', name), 'utf8').includes('MailTemplate'),
);
const modules = await Promise.all(files.map((name) => load(join('contexts', name.replace(/\.ts$/, '.js')))));
const exported = modules.flatMap((each) => Object.values(each));
for (const template of exported.flatMap((each) => [each, ...Object.values(each ?? {})]).filter((each) => each?.lead)) {
  const { codes, ...data } = examples[template.name];
  const content = renderMail(template, { time: '22 Nov 2026, 10:31 (Lagos)', ...data }, codes);
  writeFileSync(join(folder, `${template.name}.html`), htmlPart(content, sender));
  writeFileSync(join(folder, `${template.name}.txt`), `Subject: ${content.subject}\n\n${textPart(content, sender)}`);
  console.log(join(folder, `${template.name}.html`));
}
