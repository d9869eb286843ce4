import type { MailRequest, MailTemplate } from '../../kernel/mail.js';

export interface MailContent {
  readonly subject: string;
  readonly greeting: string;
  readonly lead: string;
  readonly code: ShownFact | undefined;
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

type Render<T> = (data: MailRequest['data']) => T;

const CONTROL = /\p{Cc}/u;
/** Anything but single blanks between words. */
const WHITESPACE = /\s\s|[^\S ]/;

const compiled = new WeakMap<MailTemplate, Render<MailContent>>();

/** @throws Error when a template variable is missing */
export function renderMail(template: MailTemplate, data: MailRequest['data']): MailContent {
  let render = compiled.get(template);
  if (!render) compiled.set(template, (render = compile(template)));
  return render(data);
}

function compile(template: MailTemplate): Render<MailContent> {
  const { subject, greeting = 'Hello,', lead, code, facts = [], paragraphs = [], warning = '' } = template;
  const renderFact = ([label, value]: readonly [string, string]): Render<ShownFact> => {
    const renderValue = compileLine(value);
    return (data) => ({ label, value: renderValue(data) });
  };
  const [subjectOf, greetingOf, leadOf, warningOf] = [subject, greeting, lead, warning].map(compileLine) as [
    Render<string>,
    Render<string>,
    Render<string>,
    Render<string>,
  ];
  const codeOf = code && renderFact(code);
  const factsOf = facts.map(renderFact);
  const paragraphsOf = paragraphs.map(compileText);
  return (data) => {
    const shownCode = codeOf?.(data);
    return {
      subject: subjectOf(data),
      greeting: greetingOf(data),
      lead: leadOf(data),
      code: shownCode?.value === '' ? undefined : shownCode,
      facts: factsOf.map((each) => each(data)).filter(({ value }) => value !== ''),
      paragraphs: paragraphsOf.map((each) => each(data)).filter((text) => text !== ''),
      warning: warningOf(data),
    };
  };
}

function compileText(template: string): Render<string> {
  // Text and names by turns.
  const parts = template.split(/\{\{(\w+)\}\}/);
  if (parts.some((part) => part.includes('{{'))) throw new Error(`only names stand between braces: ${template}`);
  return (data) => withoutControls(parts.map((part, index) => (index % 2 === 0 ? part : valueOf(data, part))).join('')).trim();
}

function valueOf(data: MailRequest['data'], name: string): string {
  if (!Object.hasOwn(data, name)) throw new Error(`"${name}" not defined`);
  return String(data[name]);
}

function compileLine(template: string): Render<string> {
  const render = compileText(template);
  return (data) => {
    const text = render(data);
    return WHITESPACE.test(text) ? text.replace(/\s+/g, ' ') : text;
  };
}

function withoutControls(text: string): string {
  if (!CONTROL.test(text)) return text;
  return text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '');
}
