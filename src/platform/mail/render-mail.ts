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
 * Fills in a template. The HTML part is the text, escaped as a whole, so that no value can be markup.
 * @throws Error when the template names a value that is not given
 */
export function renderMail(template: MailTemplate, data: MailRequest['data'], sender: string): RenderedMail {
  let render = compiled.get(template);
  if (!render) {
    // Plain text knows no entities.
    const options = { noEscape: true, strict: true };
    render = { subject: Handlebars.compile(template.subject, options), text: Handlebars.compile(template.text, options) };
    compiled.set(template, render);
  }
  const subject = oneLine(render.subject(data));
  const text = `${withoutControls(render.text(data)).trim()}\n`;
  return { subject, text, html: renderLayout({ subject, sender, body: toHtml(text) }) };
}

/** Paragraphs and line breaks of a text as HTML. */
function toHtml(text: string): string {
  return Handlebars.escapeExpression(text.trim())
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>\n')}</p>`)
    .join('\n');
}

function oneLine(text: string): string {
  return withoutControls(text).replace(/\s+/g, ' ').trim();
}

/** Control characters other than the line feed have no place in a mail. */
function withoutControls(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '');
}
