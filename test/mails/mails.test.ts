import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import Handlebars from 'handlebars';
import { describe, expect, it } from 'vitest';
import { grouped } from '../../src/kernel/deliverable.js';
import type { MailRequest, MailTemplate } from '../../src/kernel/mail.js';
import { htmlPart, type MailSender, textPart } from '../../src/platform/mail/mail-parts.js';
import { unprovedMail } from '../../src/platform/mail/queued-mailer.js';
import { type MailContent, renderMail } from '../../src/platform/mail/render-mail.js';

const templates = (await exportsOf(new URL('../../src/contexts/', import.meta.url))).flatMap((value) =>
  isTemplate(value) ? [value] : Object.values(value ?? {}).filter(isTemplate),
);
const { examples, codes } = examplesOf(readFileSync(new URL('examples.json', import.meta.url), 'utf8'));

const sender: MailSender = { name: 'Harmattan', supportEmail: 'help@harmattan.example', supportPhone: '+234 700 555 0123' };
const HELP = 'Need help? Write to help@harmattan.example or call +234 700 555 0123.';
/** Words that are written with a capital letter. */
const NAMES = new Set(['PIN']);
const MONEY = /^(transfer|deposit|purchase)-/;

/** What follows the preheader, with entities. */
function withoutTags(html: string): string {
  const page = html
    .slice(html.indexOf('<table'))
    .replace(/<br>|<\/(p|td|th|div)>/g, ' ')
    .replace(/<[^>]+>/g, '');
  return page.replace(/\s+/g, ' ');
}

/** Data by template, and what is shown large where it is not of the template. */
function examplesOf(text: string) {
  const all = Object.entries(JSON.parse(text) as Record<string, MailRequest['data'] & Pick<MailRequest, 'codes'>>);
  const data = all.map(([name, { codes: _, ...rest }]) => [name, rest as MailRequest['data']] as const);
  const shown = all.map(([name, { codes: given = [] }]) => [name, given] as const);
  return { examples: Object.fromEntries(data), codes: Object.fromEntries(shown) };
}

/** What all files that have mails export. */
async function exportsOf(folder: URL): Promise<unknown[]> {
  const names = (await readdir(folder, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && readFileSync(new URL(name, folder), 'utf8').includes('MailTemplate'),
  );
  const modules = await Promise.all(names.map(async (name) => (await import(new URL(name, folder).href)) as object));
  return modules.flatMap((exports) => Object.values(exports) as unknown[]);
}

function isTemplate(value: unknown): value is MailTemplate {
  return typeof value === 'object' && value !== null && 'lead' in value;
}

const contentOf = (template: MailTemplate): MailContent =>
  renderMail(template, { time: '22 Nov 2026, 10:31 (Lagos)', ...examples[template.name] }, codes[template.name]);

it('every mail has an example, and every example its mail', () => {
  expect(templates.map(({ name }) => name).toSorted()).toEqual(Object.keys(examples).toSorted());
});

it.each(templates.filter(({ toOperator }) => !toOperator).map((template) => [template.name, template] as const))(
  'the mail %s says nothing that anybody typed to an address that nobody proved',
  (_, template) => {
    const typed = [
      'firstName',
      'name',
      'other',
      'narration',
      'note',
      'subject',
      'device',
      'customer',
      'reason',
      'newEmail',
      'oldEmail',
      'item',
    ];
    const data = Object.fromEntries(
      Object.entries(examples[template.name]!).map(([name, value]) => [
        name,
        typed.includes(name) ? 'https://evil.example' : value,
      ]),
    );
    const { template: plain, data: ours } = unprovedMail({ to: 'a@example.com', key: 'k', template, data });
    const content = JSON.stringify(renderMail(plain, { time: '22 Nov 2026, 10:31 (Lagos)', ...ours }));
    expect(content).not.toContain('evil');
    expect(renderMail(plain, { time: '', ...ours }).greeting).toBe('Hello,');
  },
);

describe.each(templates.map((template) => [template.name, template] as const))('the mail %s', (_, template) => {
  const content = contentOf(template);
  const text = textPart(content, sender);
  const html = htmlPart(content, sender);
  const shown = withoutTags(html);

  it('has a value in every place', () => {
    for (const part of [content.subject, text, html]) expect(part).not.toMatch(/\.\.|\{\{|\}\}|undefined|null|NaN|\[object/);
    expect(content.facts).toHaveLength(template.facts?.length ?? 0);
  });

  it('says first what happened, in sentence case', () => {
    const words = template.subject
      .replace(/\{\{\w+\}\}/g, '')
      .split(/\s+/)
      .slice(1);
    expect(words.filter((word) => /^\p{Lu}/u.test(word) && !NAMES.has(word))).toEqual([]);
    expect(content.lead).toMatch(/^[\p{Lu}].+\.$/u);
    expect(content.subject.length).toBeLessThan(80);
  });

  it('has the help line in both parts, and none without a contact', () => {
    expect(text).toContain(HELP);
    expect(shown).toContain(HELP);
    const alone = { ...sender, supportEmail: undefined, supportPhone: undefined };
    for (const part of [textPart(content, alone), htmlPart(content, alone)]) expect(part).not.toContain('Need help?');
  });

  it('says the same in plain text as in HTML', () => {
    const { greeting, lead, code, codes: others = [], facts, paragraphs, warning } = content;
    const large = [...(code ? [code] : []), ...others];
    const said = [greeting, lead, ...paragraphs, warning, ...facts.flatMap(({ label, value }) => [label, value])];
    for (const { label, value } of large) {
      expect(text).toContain(`${label}:\n${grouped(value)}\n`);
      for (const part of [label, value]) expect(shown).toContain(part);
    }
    for (const part of said) {
      expect(text).toContain(part);
      expect(shown).toContain(Handlebars.escapeExpression(part).replace(/\s+/g, ' '));
    }
  });

  it('is a page for every screen, with nothing from elsewhere', () => {
    expect(html).toContain('<html lang="en">');
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('@media (prefers-color-scheme: dark)');
    const own = String(examples[template.name]?.['address'] ?? '');
    expect(own === '' ? html : html.replaceAll(own, '')).not.toMatch(/<img|<link|url\(|https?:/);
    const dataTables = html.match(/<table(?![^>]*role="presentation")/g) ?? [];
    expect(dataTables).toHaveLength(content.facts.length > 0 ? 1 : 0);
    expect(html.match(/<th [^>]*scope="row"/g) ?? []).toHaveLength(content.facts.length);
    // RFC 5322.
    for (const line of `${html}\n${text}`.split('\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(998);
    const preheader = /<body[^>]*>\s*<div style="display:none[^>]*>([^&]*)/.exec(html)![1]!;
    expect(preheader.trim()).toBe(Handlebars.escapeExpression(content.lead).split('&')[0]!.trim());
  });
});

describe.each(templates.filter(({ name }) => MONEY.test(name)).map((template) => [template.name, template] as const))(
  'the money mail %s',
  (_, template) => {
    it('has the facts of the movement and says what to do', () => {
      const { facts, warning } = contentOf(template);
      const labels = facts.map(({ label }) => label);
      for (const label of ['Amount', 'Reference', 'Time']) expect(labels).toContain(label);
      expect(labels.some((label) => /balance/i.test(label))).toBe(true);
      expect(warning).not.toBe('');
      expect(facts.find(({ label }) => label === 'Amount')!.value).toMatch(/^₦[\d,]+\.\d\d$/);
    });
  },
);

it('tokens are set in fours and copied as one number', () => {
  const purchase = templates.find(({ name }) => name === 'purchase-completed')!;
  const html = htmlPart(contentOf(purchase), sender);
  expect(html.match(/(?<=<span [^>]*>)\d+(?=<)/g)).toEqual('4187 3902 6577 1043 8826 9021 0734 4561 2098 3377'.split(' '));
  expect(withoutTags(html)).toContain('41873902657710438826');
});
