import { helpLine, type SupportContact } from '../config/support-contact.js';
import { grouped, groupsOf } from '../../kernel/deliverable.js';
import { type LargeCode, renderLayout } from './mail-layout.js';
import type { MailContent, ShownFact } from './render-mail.js';

export interface MailSender extends SupportContact {
  readonly name: string;
}

const SECRETS = 'We never ask for your password, your PIN or a code, neither by mail nor by phone.';

export function textPart(
  { greeting, lead, code, codes = [], facts, paragraphs, warning }: MailContent,
  sender: MailSender,
): string {
  const help = helpLine(sender);
  return `${[
    greeting,
    lead,
    ...[...(code ? [code] : []), ...codes].map(({ label, value }) => `${label}:\n${grouped(value)}`),
    ...(facts.length > 0 ? [facts.map(({ label, value }) => `${label}: ${value}`).join('\n')] : []),
    ...paragraphs,
    ...(warning ? [warning] : []),
    [...(help ? [help] : []), SECRETS].join('\n'),
    sender.name,
  ].join('\n\n')}\n`;
}

export function htmlPart({ code, codes = [], paragraphs, ...content }: MailContent, sender: MailSender): string {
  const { supportEmail, supportPhone } = sender;
  return renderLayout({
    ...content,
    paragraphs: paragraphs.map((text) => text.split('\n')),
    codes: [...(code ? [code] : []), ...codes].map(largeCode),
    sender: sender.name,
    secrets: SECRETS,
    support:
      supportEmail || supportPhone ? { email: supportEmail, phone: supportPhone, dialled: dialled(supportPhone) } : undefined,
  });
}

/** Fours of a long number are set apart without blanks, so that it is copied as one. */
function largeCode({ label, value }: ShownFact): LargeCode {
  const groups = groupsOf(value);
  return { label, value, groups: groups.length > 1 ? groups : undefined, size: value.length > 24 ? 18 : 25 };
}

function dialled(phone: string | undefined): string | undefined {
  return phone?.replace(/[^0-9+]/g, '');
}
