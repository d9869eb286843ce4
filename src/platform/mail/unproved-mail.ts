import type { MailRequest, MailTemplate } from '../../kernel/mail.js';

/** Data that the service writes itself. All other may be the text of somebody, who chooses whom it is mailed to. */
const OURS = new Set(
  (
    'agentName amount balance change code count date facts fee from ip kind next order ordered otherAddress ' +
    'payments reference referenceId registrationId secrets status time to total'
  ).split(' '),
);
/** Words that sentences cannot do without. */
const STAND_INS: Readonly<Record<string, string>> = { other: 'another user', item: 'a service', biller: 'the provider' };

const nameless = new WeakMap<MailTemplate, MailTemplate>();

/** The mail for an address that nobody proved: without anybody's text, so that none can be mailed to strangers in our name. */
export function unprovedMail<Request extends MailRequest>({ template, data, ...request }: Request) {
  let plain = nameless.get(template);
  if (!plain) nameless.set(template, (plain = withoutGreeting(template)));
  const ours = Object.entries(data).map(([name, value]) => [name, OURS.has(name) ? value : (STAND_INS[name] ?? '')] as const);
  return { ...request, template: plain, data: Object.fromEntries(ours) };
}

function withoutGreeting({ greeting: _, ...template }: MailTemplate): MailTemplate {
  return template;
}
