import { describe, expect, it } from 'vitest';
import type { MailRequest, MailTemplate } from '../../kernel/mail.js';
import { renderPage, renderText } from './render-mail.js';

const template: MailTemplate = {
  name: 'welcome',
  subject: 'Welcome, {{name}}',
  text: 'Hello {{name}},\n\nyour <code> is {{code}} & valid.\nUse it soon.',
};

const renderMail = (given: MailTemplate, data: MailRequest['data'], sender: string) =>
  renderPage(renderText(given, data), sender);

describe('rendering of mails', () => {
  it('inserts values into the text unchanged', () => {
    const { subject, text } = renderMail(template, { name: "O'Brien & <Sons>", code: 42 }, 'Harmattan');
    expect(subject).toBe("Welcome, O'Brien & <Sons>");
    expect(text).toBe("Hello O'Brien & <Sons>,\n\nyour <code> is 42 & valid.\nUse it soon.\n");
  });

  it('escapes values in the HTML part', () => {
    const { html } = renderMail(template, { name: '<script>alert(1)</script>', code: '"><img src=x>' }, 'A & B');
    expect(html).not.toMatch(/<script|<img|<code>/);
    expect(html).toContain('<p>Hello &lt;script&gt;alert(1)&lt;/script&gt;,</p>');
    expect(html).toContain('valid.<br>\nUse it soon.</p>');
    expect(html).toContain('A &amp; B');
    expect(html).toContain('<title>Welcome, &lt;script&gt;');
  });

  it('removes line breaks and control characters from the subject', () => {
    const name = 'Ada\r\nBcc: everybody@example.com\u0000\u001b[31m';
    const { subject, text } = renderMail(template, { name, code: 1 }, 'Harmattan');
    expect(subject).toBe('Welcome, Ada Bcc: everybody@example.com[31m');
    expect(text).not.toMatch(/[^\P{Cc}\n]/u);
  });

  it('does not evaluate a value as a template', () => {
    expect(renderMail(template, { name: '{{code}}', code: 'secret' }, 'Harmattan').subject).toBe('Welcome, {{code}}');
  });

  it('throws for a missing value', () => {
    expect(() => renderMail(template, { name: 'Ada' }, 'Harmattan')).toThrow('"code" not defined');
  });
});
