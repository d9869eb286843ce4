import Handlebars from 'handlebars';
import type { MailRequest, MailTemplate } from '../../kernel/mail.js';
import { renderLayout } from './mail-layout.js';

export interface MailText {
  readonly subject: string;
  readonly text: string;
}

export interface RenderedMail extends MailText {
  readonly html: string;
}

type Render = (data: MailRequest['data']) => string;

const compiled = new WeakMap<MailTemplate, { readonly subject: Render; readonly text: Render }>();

/** @throws Error when a template variable is missing */
export function renderText(template: MailTemplate, data: MailRequest['data']): MailText {
  let render = compiled.get(template);
  if (!render) {
    const options = { noEscape: true, strict: true };
    render = { subject: Handlebars.compile(template.subject, options), text: Handlebars.compile(template.text, options) };
    compiled.set(template, render);
  }
  const subject = oneLine(render.subject(data));
  const text = `${withoutControls(render.text(data)).trim()}\n`;
  return { subject, text };
}

/** Adds the HTML part, with escaped text. */
export function renderPage({ subject, text }: MailText, sender: string): RenderedMail {
  return { subject, text, html: renderLayout({ subject, sender, body: toHtml(text) }) };
}

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
