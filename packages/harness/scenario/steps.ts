/** Steps that several parts of the scenario have. */
import type { OperationStep, SandboxStep } from './step.js';

export const password = 'Harmattan-Wind-26';
export const phone = { devt: 'Android', devs: 'R58M12ABCDE', devn: 'Pixel 9' };
export const browser = { dvty: 'Web', dsnm: 'laptop-1', dvnm: 'Firefox' };

export const emailOf = (actor: string) => `${actor}{{run}}@example.com`;

export function registration(
  actor: string,
  firstName: string,
  lastName: string,
  more: OperationStep<'user_profile_create'>['input'] = {},
): OperationStep<'user_profile_create'> {
  return {
    action: 'user_profile_create',
    input: { fsnm: firstName, lsnm: lastName, emal: emailOf(actor), pswd: password, ...phone, ...more },
    session: actor,
    keep: { [`${actor}_userid`]: (data) => data.userid },
  };
}

/** The newest mail to an actor, whose subject has these words, and what its text has in the place of the group. */
export function mailTo(actor: string, address: string, subject: string, pattern: string, variable: string): SandboxStep[] {
  return [
    {
      sandbox: 'state',
      name: `The mails of ${actor}`,
      arguments: { address, subject },
      until: (state, { address, subject }) => state.mails.some((mail) => mail.to === address && mail.subject.includes(subject!)),
      keep: {
        mail: (state, { address, subject }) =>
          state.mails.find((mail) => mail.to === address && mail.subject.includes(subject!))!.name,
      },
    },
    {
      sandbox: 'mails/{{mail}}',
      name: `The mail to ${actor}`,
      arguments: { pattern },
      keep: {
        [variable]: (mail, { pattern }) => {
          const text = mail.html.replace(/<style[^]*?<\/style>/g, '').replace(/<[^>]*>/g, ' ');
          return new RegExp(pattern!).exec(text)![1];
        },
      },
    },
  ];
}

export const codeMailedTo = (actor: string, subject: string, address = emailOf(actor)) =>
  mailTo(actor, address, subject, '(?:^|[^0-9#])([0-9]{6}(?![0-9])|\\b[0-9A-Z]{4}-[0-9A-Z]{4}\\b)', 'code');
