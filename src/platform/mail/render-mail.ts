import Handlebars from 'handlebars';
import type { MailRequest, MailTemplate } from '../../kernel/mail.js';

/** A mail whose templates have been filled in. */
export interface MailContent {
  readonly subject: string;
  readonly greeting: string;
  readonly lead: string;
  readonly code: ShownFact | undefined;
  readonly facts: readonly ShownFact[];
  readonly paragraphs: readonly string[];
  readonly warning: string;
}

export interface ShownFact {
  readonly label: string;
  readonly value: string;
}

type Render<T> = (data: MailRequest['data']) => T;

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
  const render = Handlebars.compile<MailRequest['data']>(template, { noEscape: true, strict: true });
  return (data) => withoutControls(render(data)).trim();
}

function compileLine(template: string): Render<string> {
  const render = compileText(template);
  return (data) => render(data).replace(/\s+/g, ' ');
}

function withoutControls(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '');
}
