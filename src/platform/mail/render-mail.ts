import type { MailFact, MailRequest, MailTemplate } from '../../kernel/mail.js';

export interface MailContent {
  readonly subject: string;
  readonly greeting: string;
  readonly lead: string;
  readonly code: ShownFact | undefined;
  /** Further ones. */
  readonly codes?: readonly ShownFact[];
  readonly facts: readonly ShownFact[];
  readonly paragraphs: readonly string[];
  readonly warning: string;
}

/** What the encrypted part of a `mail` row says; its text and HTML parts are made when it is sent. */
export interface AddressedMail {
  readonly to: string;
  readonly content: MailContent;
}

export interface ShownFact {
  readonly label: string;
  readonly value: string;
}

type Render<T> = (data: MailRequest['data'], codes: readonly MailFact[]) => T;

const CONTROL = /\p{Cc}/u;
/** Anything but single blanks between words. */
const WHITESPACE = /\s\s|[^\S ]/;

type RenderText = (data: MailRequest['data']) => string;

const compiled = new WeakMap<MailTemplate, Render<MailContent>>();

/** @throws Error when a template variable is missing */
export function renderMail(template: MailTemplate, data: MailRequest['data'], codes: readonly MailFact[] = []): MailContent {
  let render = compiled.get(template);
  if (!render) compiled.set(template, (render = compile(template)));
  return render(data, codes);
}

function compile(template: MailTemplate): Render<MailContent> {
  const { subject, greeting = 'Hello,', lead, code, facts = [], paragraphs = [], warning = '' } = template;
  const renderFact = ([label, value]: MailFact) => {
    const [renderLabel, renderValue] = [label, value].map(compileLine) as [RenderText, RenderText];
    return (data: MailRequest['data']): ShownFact => ({ label: renderLabel(data), value: renderValue(data) });
  };
  const [subjectOf, greetingOf, leadOf, warningOf] = [subject, greeting, lead, warning].map(compileLine) as [
    RenderText,
    RenderText,
    RenderText,
    RenderText,
  ];
  const codeOf = code && renderFact(code);
  const factsOf = facts.map(renderFact);
  const paragraphsOf = paragraphs.map(compileText);
  return (data, codes) => {
    const [shownCode, ...others] = [...codes.map(shownFact), ...(codeOf ? [codeOf(data)] : [])];
    return {
      subject: subjectOf(data),
      greeting: greetingOf(data),
      lead: leadOf(data),
      code: shownCode?.value === '' ? undefined : shownCode,
      ...(others.length === 0 ? {} : { codes: others }),
      facts: factsOf.map((each) => each(data)).filter(({ value }) => value !== ''),
      paragraphs: paragraphsOf.map((each) => each(data)).filter((text) => text !== ''),
      warning: warningOf(data),
    };
  };
}

function compileText(template: string): RenderText {
  // Text and names by turns.
  const parts = template.split(/\{\{(\w+)\}\}/);
  if (parts.some((part) => part.includes('{{'))) throw new Error(`only names stand between braces: ${template}`);
  return (data) => withoutControls(parts.map((part, index) => (index % 2 === 0 ? part : valueOf(data, part))).join('')).trim();
}

function valueOf(data: MailRequest['data'], name: string): string {
  if (!Object.hasOwn(data, name)) throw new Error(`"${name}" not defined`);
  return String(data[name]);
}

function compileLine(template: string): RenderText {
  const render = compileText(template);
  return (data) => onOneLine(render(data));
}

function shownFact([label, value]: MailFact): ShownFact {
  return { label: onOneLine(withoutControls(label)).trim(), value: onOneLine(withoutControls(value)).trim() };
}

function onOneLine(text: string): string {
  return WHITESPACE.test(text) ? text.replace(/\s+/g, ' ') : text;
}

function withoutControls(text: string): string {
  if (!CONTROL.test(text)) return text;
  return text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '');
}
