import { helpLine, type SupportContact } from '../config/support-contact.js';
import { renderLayout } from './mail-layout.js';
import type { MailContent } from './render-mail.js';

export interface MailSender extends SupportContact {
  readonly name: string;
}

const SECRETS = 'We never ask for your password, your PIN or a code, neither by mail nor by phone.';
const LONG_NUMBER = /^[0-9]{10,}$/;

export function textPart({ greeting, lead, code, facts, paragraphs, warning }: MailContent, sender: MailSender): string {
  const help = helpLine(sender);
  return `${[
    greeting,
    lead,
    ...(code ? [`${code.label}:\n${code.value}`] : []),
    ...(facts.length > 0 ? [facts.map(({ label, value }) => `${label}: ${value}`).join('\n')] : []),
    ...paragraphs,
    ...(warning ? [warning] : []),
    [...(help ? [help] : []), SECRETS].join('\n'),
    sender.name,
  ].join('\n\n')}\n`;
}

export function htmlPart({ code, paragraphs, ...content }: MailContent, sender: MailSender): string {
  const { supportEmail, supportPhone } = sender;
  return renderLayout({
    ...content,
    paragraphs: paragraphs.map((text) => text.split('\n')),
    code: code && { ...code, groups: groupsOf(code.value), size: code.value.length > 24 ? 18 : 25 },
    sender: sender.name,
    secrets: SECRETS,
    support:
      supportEmail || supportPhone ? { email: supportEmail, phone: supportPhone, dialled: dialled(supportPhone) } : undefined,
  });
}

/** Fours of a long number, which are set apart without blanks, so that it is copied as one. */
function groupsOf(code: string): readonly string[] | undefined {
  return LONG_NUMBER.test(code) ? (code.match(/.{1,4}/g) ?? undefined) : undefined;
}

function dialled(phone: string | undefined): string | undefined {
  return phone?.replace(/[^0-9+]/g, '');
}
