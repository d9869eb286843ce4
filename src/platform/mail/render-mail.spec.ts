import { describe, expect, it } from 'vitest';
import type { MailRequest, MailTemplate } from '../../kernel/mail.js';
import { htmlPart, type MailSender, textPart } from './mail-parts.js';
import { renderMail } from './render-mail.js';

const template: MailTemplate = {
  name: 'welcome',
  class: 'security',
  subject: 'Welcome, {{name}}',
  greeting: 'Hello {{name}},',
  lead: 'Your <code> is {{code}} & valid.',
  facts: [
    ['Name', '{{name}}'],
    ['Note', '{{note}}'],
  ],
  paragraphs: ['One line\n{{note}}'],
};
const sender: MailSender = { name: 'A & B', supportEmail: undefined, supportPhone: undefined };
const render = (data: MailRequest['data']) => {
  const content = renderMail(template, data);
  return { ...content, text: textPart(content, sender), html: htmlPart(content, sender) };
};

describe('rendering of mails', () => {
  it('inserts values into the text unchanged', () => {
    const { subject, text } = render({ name: "O'Brien & <Sons>", code: 42, note: '' });
    expect(subject).toBe("Welcome, O'Brien & <Sons>");
    expect(text).toMatch(/^Hello O'Brien & <Sons>,\n\nYour <code> is 42 & valid\.\n\nName: O'Brien & <Sons>\n\nOne line\n\n/);
  });

  it('escapes values in the HTML part', () => {
    const { html } = render({ name: '<script>alert(1)</script>', code: '"><img src=x>', note: '<i>' });
    expect(html).not.toMatch(/<script|<img|<code>|<i>/);
    expect(html).toContain('>Hello &lt;script&gt;alert(1)&lt;/script&gt;,</p>');
    expect(html).toContain('One line<br>\n&lt;i&gt;</p>');
    expect(html).toContain('A &amp; B');
    expect(html).toContain('<title>Welcome, &lt;script&gt;');
  });

  it('removes line breaks and control characters from all but paragraphs', () => {
    const name = 'Ada\r\nBcc: everybody@example.com\u0000\u001b[31m';
    const { subject, facts, text } = render({ name, code: 1, note: 'a\r\nb' });
    expect(subject).toBe('Welcome, Ada Bcc: everybody@example.com[31m');
    expect(facts[1]!.value).toBe('a b');
    expect(text).toContain('One line\na\nb');
    expect(text).not.toMatch(/[^\P{Cc}\n]/u);
  });

  it('leaves out a fact without a value', () => {
    expect(render({ name: 'Ada', code: 1, note: ' ' }).facts).toEqual([{ label: 'Name', value: 'Ada' }]);
  });

  it('does not evaluate a value as a template', () => {
    expect(render({ name: '{{code}}', code: 'secret', note: '' }).subject).toBe('Welcome, {{code}}');
  });

  it('refuses a template with anything but names between braces', () => {
    expect(() => renderMail({ ...template, lead: 'Hello {{ name }}' }, { name: 'Ada', code: 1, note: '' })).toThrow('only names');
  });

  it('throws for a missing value', () => {
    expect(() => render({ name: 'Ada', note: '' })).toThrow('"code" not defined');
  });

  it('names the ways to reach support that there are', () => {
    const content = renderMail(template, { name: 'Ada', code: 1, note: '' });
    const helpOf = (contact: Partial<MailSender>) => /Need help\?.*/.exec(textPart(content, { ...sender, ...contact }))?.[0];
    expect(helpOf({ supportEmail: 'help@example.com' })).toBe('Need help? Write to help@example.com.');
    expect(helpOf({ supportPhone: '0700 555 0123' })).toBe('Need help? Call 0700 555 0123.');
    expect(htmlPart(content, { ...sender, supportPhone: '+234 (700) 555-0123' })).toContain(
      'href="tel:&#x2B;2347005550123"'.replace('&#x2B;', '+'),
    );
    expect(helpOf({})).toBeUndefined();
  });
});
