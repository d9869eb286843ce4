/** Signing in, in the header and in a dialog. */
import { element, tabs } from './elements.js';
import { onSession, signIn, signInWithKey, signOut } from './session.js';

const DEVICE = { dvty: 'Web', dsnm: `docs-${crypto.getRandomValues(new Uint32Array(1))[0]}`, dvnm: 'Reference' };
const field = (name, label, more = {}) => ({ name, label, type: 'text', value: '', autocomplete: 'off', ...more });
const email = (value = '') => field('emal', 'E-mail address', { type: 'email', value, autocomplete: 'username' });
const password = (value = '') => field('pswd', 'Password', { type: 'password', value, autocomplete: 'current-password' });

const WAYS = {
  'New user': {
    about: 'Registers a user; in the sandbox any address will do.',
    fields: () => [
      field('fsnm', 'First name', { value: 'Ada' }),
      field('lsnm', 'Last name', { value: 'Obi' }),
      email(newAddress()),
      field('pswd', 'Password', { value: 'Harmattan-Wind-26' }),
    ],
    go: (input) => signIn('user_profile_create', { ...input, devt: DEVICE.dvty, devs: DEVICE.dsnm, devn: DEVICE.dvnm }),
  },
  User: {
    about: 'Logs in.',
    fields: () => [email(), password()],
    go: (input) => signIn('user_profile_login', { ...input, ...DEVICE }),
  },
  Staff: {
    about: 'Logs in with a code of the authenticator app.',
    fields: () => [email(), password(), field('pinc', 'Code', { inputMode: 'numeric', autocomplete: 'one-time-code' })],
    go: (input) => signIn('control_staff_profile_login', { ...input, ...DEVICE }),
  },
  Key: {
    about: 'Signs with a session that you have.',
    fields: () => [field('pbcKey', 'Public key'), field('secret', 'Secret', { type: 'password' })],
    go: ({ pbcKey, secret }) => signInWithKey(pbcKey, secret),
  },
};

const newAddress = () => `dev-${crypto.getRandomValues(new Uint32Array(1))[0].toString(36)}@example.com`;

export function showSession(place) {
  const dialog = element('dialog', { 'aria-label': 'Sign in' });
  document.body.append(dialog);
  document.addEventListener('sign-in', () => openDialog(dialog));
  onSession((session) => {
    const button = element('button', { type: 'button', className: session ? 'quiet' : '' }, session ? 'Sign out' : 'Sign in');
    button.addEventListener('click', () => (session ? void signOut() : openDialog(dialog)));
    const who = session && element('span', { className: 'who', role: 'status' }, session.name);
    place.replaceChildren(...[who, button].filter(Boolean));
  }, place);
}

/** Asked for by anything on the page. */
export function askToSignIn() {
  document.dispatchEvent(new Event('sign-in'));
}

function openDialog(dialog) {
  const close = element('button', { type: 'button', className: 'quiet', ariaLabel: 'Close' }, '×');
  close.addEventListener('click', () => dialog.close());
  const head = element('div', { className: 'head' }, element('h2', {}, 'Sign in'), close);
  const note = element(
    'p',
    { className: 'small' },
    'What you try is signed in this page. The session is forgotten when you leave it.',
  );
  dialog.replaceChildren(
    head,
    tabs('Who', Object.keys(WAYS), 'New user', (way) => formOf(WAYS[way], dialog)),
    note,
  );
  dialog.showModal();
}

function formOf({ about, fields, go }, dialog) {
  const inputs = fields().map(({ label, ...properties }) => ({
    label,
    input: element('input', { ...properties, required: true }),
  }));
  const rows = inputs.map(({ label, input }) => element('label', {}, label, input));
  const failure = element('p', { role: 'alert', className: 'failure' });
  const submit = element('button', {}, 'Go on');
  const form = element('form', {}, element('p', {}, about), rows, failure, submit);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    submit.disabled = true;
    failure.textContent = '';
    try {
      await go(Object.fromEntries(inputs.map(({ input }) => [input.name, input.value.trim()])));
      dialog.close();
    } catch (error) {
      failure.textContent = error.message;
    }
    submit.disabled = false;
  });
  return form;
}
