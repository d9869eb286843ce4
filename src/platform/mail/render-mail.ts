import Handlebars from 'handlebars';
import type { MailRequest, MailTemplate } from '../../kernel/mail.js';
import { renderLayout } from './mail-layout.js';

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

type Render = (data: MailRequest['data']) => string;

const compiled = new WeakMap<MailTemplate, { readonly subject: Render; readonly text: Render }>();

/**
 * Renders a template. The HTML part is the escaped text, so that no value can be markup.
 * @throws Error when a template variable is missing
 */
export function renderMail(template: MailTemplate, data: MailRequest['data'], sender: string): RenderedMail {
  let render = compiled.get(template);
  if (!render) {
    const options = { noEscape: true, strict: true };
    render = { subject: Handlebars.compile(template.subject, options), text: Handlebars.compile(template.text, options) };
    compiled.set(template, render);
  }
  const subject = oneLine(render.subject(data));
  const text = `${withoutControls(render.text(data)).trim()}\n`;
  return { subject, text, html: renderLayout({ subject, sender, body: toHtml(text) }) };
}

/** Paragraphs and line breaks as HTML. */
function toHtml(text: string): string {
  return Handlebars.escapeExpression(text.trim())
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>\n')}</p>`)
    .join('\n');
}

function oneLine(text: string): string {
  return withoutControls(text).replace(/\s+/g, ' ').trim();
}

function withoutControls(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '');
}
