/**
 * Steps of the recorded scenario. A step is an operation, or a request to the page of the sandbox:
 *
 * - `{ action, as, input }`: `as` names the actor whose session signs. The first step of an operation is its example, unless
 *   `setup` is true; later ones are recorded where they have a `title`.
 * - `{ sandbox, method, query, name }`: a request below `/sandbox`.
 *
 * `{{name}}` in an input stands for a variable. `keep` takes variables from the answer, `until` repeats the step until it holds;
 * both are also written into the Postman collection as text, so they use nothing from outside. `first` says what has to be there,
 * besides what the variables name, and `needs` the variables that tell that it is there; `session` keeps the session of the answer
 * for an actor.
 */

export const password = 'Harmattan-Wind-26';
export const phone = { devt: 'Android', devs: 'R58M12ABCDE', devn: 'Pixel 9' };
export const browser = { dvty: 'Web', dsnm: 'laptop-1', dvnm: 'Firefox' };

export const emailOf = (actor) => `${actor}{{run}}@example.com`;

export function registration(actor, firstName, lastName, more = {}) {
  return {
    action: 'user_profile_create',
    input: { fsnm: firstName, lsnm: lastName, emal: emailOf(actor), pswd: password, ...phone, ...more },
    session: actor,
    keep: { [`${actor}_userid`]: (data) => data.userid },
  };
}

/** The newest mail to an actor, whose subject has these words, and what its text has in the place of the group. */
export function mailTo(actor, address, subject, pattern, variable) {
  return [
    {
      sandbox: 'state',
      name: `The mails of ${actor}`,
      arguments: { address, subject },
      until: (state, { address, subject }) => state.mails.some((mail) => mail.to === address && mail.subject.includes(subject)),
      keep: {
        mail: (state, { address, subject }) =>
          state.mails.find((mail) => mail.to === address && mail.subject.includes(subject)).name,
      },
    },
    {
      sandbox: 'mails/{{mail}}',
      name: `The mail to ${actor}`,
      arguments: { pattern },
      keep: {
        [variable]: (mail, { pattern }) => {
          const text = mail.html.replace(/<style[^]*?<\/style>/g, '').replace(/<[^>]*>/g, ' ');
          return new RegExp(pattern).exec(text)[1];
        },
      },
    },
  ];
}

export const codeMailedTo = (actor, subject, address = emailOf(actor)) =>
  mailTo(actor, address, subject, '(?:^|[^0-9#])([0-9]{6})(?![0-9])', 'code');
