/** Signing in, in the header and in a dialog. */
import { element, tabs } from './elements.js';
import { onSession, signIn, signInWithKey, signOut } from './session.js';

interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly value: string;
  readonly autocomplete: string;
  readonly inputMode?: string;
}

type Typed = Readonly<Record<string, string>>;

interface Way {
  readonly about: string;
  readonly fields: () => readonly Field[];
  readonly go: (typed: Typed) => void | Promise<void>;
}

const randomNumber = () => crypto.getRandomValues(new Uint32Array(1))[0]!;
const DEVICE = { dvty: 'Web', dsnm: `docs-${randomNumber()}`, dvnm: 'Reference' };
const field = (name: string, label: string, more: Partial<Field> = {}): Field => ({
  name,
  label,
  type: 'text',
  value: '',
  autocomplete: 'off',
  ...more,
});
const email = (value = '') => field('emal', 'E-mail address', { type: 'email', value, autocomplete: 'username' });
const password = (value = '') => field('pswd', 'Password', { type: 'password', value, autocomplete: 'current-password' });

const WAYS: Readonly<Record<'New user' | 'User' | 'Staff' | 'Key', Way>> = {
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
    go: ({ pbcKey = '', secret = '' }) => signInWithKey(pbcKey, secret),
  },
};

function newAddress(): string {
  return `dev-${randomNumber().toString(36)}@example.com`;
}

export function showSession(place: HTMLElement): void {
  const dialog = element('dialog', { 'aria-label': 'Sign in' });
  document.body.append(dialog);
  document.addEventListener('sign-in', () => openDialog(dialog));
  onSession((session) => {
    const button = element('button', { type: 'button', className: session ? 'quiet' : '' }, session ? 'Sign out' : 'Sign in');
    button.addEventListener('click', () => (session ? void signOut() : openDialog(dialog)));
    const who = session && element('span', { className: 'who', role: 'status' }, session.name);
    place.replaceChildren(...(who ? [who] : []), button);
  }, place);
}

/** Asked for by anything on the page. */
export function askToSignIn(): void {
  document.dispatchEvent(new Event('sign-in'));
}

function openDialog(dialog: HTMLDialogElement): void {
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
    tabs('Who', Object.keys(WAYS) as (keyof typeof WAYS)[], 'New user', (way) => formOf(WAYS[way], dialog)),
    note,
  );
  dialog.showModal();
}

function formOf({ about, fields, go }: Way, dialog: HTMLDialogElement): HTMLElement {
  const inputs = fields().map(({ label, ...properties }) => ({
    label,
    input: element('input', { ...properties, required: true }),
  }));
  const rows = inputs.map(({ label, input }) => element('label', {}, label, input));
  const failure = element('p', { role: 'alert', className: 'failure' });
  const submit = element('button', {}, 'Go on');
  const form = element('form', {}, element('p', {}, about), rows, failure, submit);
  const submitAll = async () => {
    submit.disabled = true;
    failure.textContent = '';
    try {
      await go(Object.fromEntries(inputs.map(({ input }) => [input.name, input.value.trim()])));
      dialog.close();
    } catch (error) {
      failure.textContent = (error as Error).message;
    }
    submit.disabled = false;
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submitAll();
  });
  return form;
}
