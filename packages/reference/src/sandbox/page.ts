import type { SandboxMail, SandboxOrder } from '@harmattan/client';

interface Purchase {
  readonly id: string;
  readonly amount: number;
  readonly item: string;
  readonly customer: string;
  readonly user: string;
  readonly time: string;
  readonly status: string;
  readonly state: string;
}

interface Payout {
  readonly id: string;
  readonly amount: number;
  readonly name: string;
  readonly bank: string;
  readonly account: string;
  readonly user: string;
  readonly time: string;
  readonly status: string;
  readonly state: string;
}

interface Webhook {
  readonly direction: 'inbound' | 'outbound';
  readonly partner: string;
  readonly event: string;
  readonly time: string;
  readonly attempts: number;
  readonly error: string;
  readonly status: string;
  readonly payload: string;
}

interface Lists {
  readonly orders: SandboxOrder;
  readonly purchases: Purchase;
  readonly payouts: Payout;
  readonly mails: SandboxMail;
  readonly texts: { readonly text: string; readonly to: string };
  readonly pushes: { readonly title: string; readonly body: string; readonly sentAt: string };
  readonly webhooks: Webhook;
}
type ListName = keyof Lists;

type SandboxState = { readonly [Name in ListName]: readonly Lists[Name][] } & {
  readonly now: string;
  /** Whether the service writes them here, by list. */
  readonly writesFiles: Readonly<Partial<Record<string, boolean>>>;
};

type Part = Node | string;

/** By the service. */
class Refusal extends Error {
  constructor(
    text: string,
    readonly isForbidden: boolean,
  ) {
    super(text);
  }
}

const EVERY_MS = 3_000;
const TOKEN = 'sandbox-token';
const byId = (id: string) => document.getElementById(id)!;
const main = document.querySelector('main')!;
const tokenForm = byId('token');
const money = new Intl.NumberFormat('en-NG', { style: 'currency', currency: 'NGN', currencyDisplay: 'narrowSymbol' });
const time = (iso: string) => new Date(iso).toLocaleString([], { dateStyle: 'short', timeStyle: 'medium' });
const KINDS: Readonly<Record<string, string>> = {
  completed: 'good',
  delivered: 'good',
  succeeded: 'good',
  failed: 'bad',
  expired: 'bad',
  reversed: 'bad',
  returned: 'bad',
};

/** Texts are never read as HTML. */
function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Partial<HTMLElementTagNameMap[Tag]>,
  ...children: readonly Part[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  Object.assign(made, attributes);
  made.append(...children);
  return made;
}

async function call<Answer>(path: string, method = 'GET'): Promise<Answer> {
  const token = sessionStorage.getItem(TOKEN);
  const headers = { 'x-sandbox-page': '1', ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const response = await fetch(`sandbox/${path}`, { method, headers, cache: 'no-store' });
  const answer = (await response.json()) as Answer & { readonly refused?: string };
  if (response.ok) return answer;
  throw new Refusal(answer.refused ?? response.statusText, response.status === 403);
}

function say(text: string, isBad = false): void {
  byId('message').textContent = text;
  byId('message').className = isBad ? 'bad' : '';
}

const sayFailure = (error: unknown) => say((error as Error).message, true);

function button(text: string, path: string, parameters: Readonly<Record<string, string>>): HTMLElement {
  const act = async () => {
    const { done } = await call<{ readonly done: string }>(`${path}?${new URLSearchParams(parameters).toString()}`, 'POST');
    say(done);
    await refresh();
  };
  return element('button', { type: 'button', onclick: () => void act().catch(sayFailure) }, text);
}

const state = (text: string) => element('span', { className: `state ${KINDS[text] ?? 'wait'}` }, text);
const quiet = (text: string) => element('div', { className: 'quiet' }, text);
const actions = (...buttons: readonly HTMLElement[]) => element('span', { className: 'actions' }, ...buttons);
const amount = (value: number) => element('span', { className: 'amount' }, money.format(value));

type Choices = Readonly<Record<string, Readonly<Record<string, string>>>>;
const PAYMENTS: Choices = {
  pending: { Pay: 'exact', Half: 'short', Late: 'late', Twice: 'twice' },
  expired: { 'Pay late': 'exact' },
};
const AGAIN = { 'Pay again': 'exact' };
const OUTCOMES: Choices = { waiting: { Deliver: 'delivered', Fail: 'failed' }, delivered: { Reverse: 'reversed' } };
const PAYOUT_OUTCOMES: Choices = { waiting: { Deliver: 'delivered', Fail: 'failed' }, paid: { Return: 'returned' } };

const ROWS: { readonly [Name in ListName]: (item: Lists[Name]) => readonly Part[] } = {
  orders: (order) => [
    element(
      'div',
      { className: 'text' },
      amount(order.amount),
      ` to ${order.account}`,
      quiet(`${order.user}, until ${time(order.expires)}`),
    ),
    state(order.status),
    actions(
      ...Object.entries(PAYMENTS[order.status] ?? AGAIN).map(([text, manner]) =>
        button(text, 'pay', { account: order.account, manner }),
      ),
      ...(order.status === 'completed' ? [button('Take back', 'reverse', { account: order.account })] : []),
    ),
  ],
  purchases: (purchase) => [
    element(
      'div',
      { className: 'text' },
      amount(purchase.amount),
      ` ${purchase.item}`,
      quiet(`for ${purchase.customer}, ${purchase.user}, ${time(purchase.time)}`),
    ),
    state(purchase.status),
    actions(
      ...Object.entries(OUTCOMES[purchase.state] ?? {}).map(([text, outcome]) =>
        button(text, 'outcome', { order: purchase.id, outcome }),
      ),
    ),
  ],
  payouts: (payout) => [
    element(
      'div',
      { className: 'text' },
      amount(payout.amount),
      ` to ${payout.name}, ${payout.bank} ${payout.account}`,
      quiet(`of ${payout.user}, ${time(payout.time)}`),
    ),
    state(payout.status),
    actions(
      ...Object.entries(PAYOUT_OUTCOMES[payout.state] ?? {}).map(([text, outcome]) =>
        button(text, 'outcome', { order: payout.id, outcome }),
      ),
    ),
  ],
  mails: (mail) => [
    element('div', { className: 'text' }, mail.subject, quiet(`to ${mail.to}, ${time(mail.date)}`)),
    element('button', { type: 'button', onclick: () => void showMail(mail.name).catch(sayFailure) }, 'Show'),
  ],
  texts: (message) => [element('div', { className: 'text' }, message.text, quiet(`to ${message.to}`))],
  pushes: (push) => [
    element('div', { className: 'text' }, element('strong', {}, push.title), ` ${push.body}`, quiet(time(push.sentAt))),
  ],
  webhooks: (webhook) => [
    element(
      'div',
      { className: 'text' },
      `${webhook.direction === 'inbound' ? 'from' : 'to'} ${webhook.partner}: ${webhook.event}`,
      quiet(
        `${time(webhook.time)}, ${webhook.attempts} ${webhook.attempts === 1 ? 'attempt' : 'attempts'}${webhook.error ? `, ${webhook.error}` : ''}`,
      ),
    ),
    state(webhook.status),
    element('details', {}, element('summary', {}, 'Payload'), element('pre', {}, indented(webhook.payload))),
  ],
};

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}

async function showMail(name: string): Promise<void> {
  const frame = byId('mail') as HTMLIFrameElement;
  frame.srcdoc = (await call<{ readonly html: string }>(`mails/${encodeURIComponent(name)}`)).html;
  frame.hidden = false;
  frame.scrollIntoView({ block: 'nearest' });
}

const EMPTY: Readonly<Record<ListName, string>> = {
  orders: 'None yet: user_deposit_order_create makes one.',
  purchases: 'None yet. The last digits of a phone or meter decide what happens; 0007 waits for you.',
  payouts: 'None yet. The last digits of the account number decide what happens; 0007 waits for you.',
  mails: 'None yet.',
  texts: 'None yet.',
  pushes: 'None yet from this process.',
  webhooks: 'None yet: control_webhook_endpoint_create subscribes an address.',
};
const shown: Partial<Record<ListName, string>> = {};

/** Only where it changed, so that what is open or focused stays. */
function fill<Name extends ListName>(name: Name, items: readonly Lists[Name][], empty: string): void {
  const list = byId(name);
  const content = JSON.stringify(items);
  if (shown[name] === content) return;
  shown[name] = content;
  list.replaceChildren(...items.map((item) => element('li', {}, ...ROWS[name](item))));
  if (list.nextElementSibling?.matches('.empty')) list.nextElementSibling.remove();
  if (items.length === 0) list.after(element('p', { className: 'empty' }, empty));
}

async function refresh(): Promise<void> {
  const state = await call<SandboxState>('state');
  tokenForm.hidden = true;
  main.hidden = false;
  byId('now').textContent = time(state.now);
  for (const name of Object.keys(ROWS) as ListName[]) {
    const elsewhere = state.writesFiles[name] === false ? 'They are sent by the configured server, and not shown.' : EMPTY[name];
    fill(name, state[name], elsewhere);
  }
}

async function loop(): Promise<void> {
  try {
    if (!document.hidden) await refresh();
  } catch (error) {
    sayFailure(error);
    const isForbidden = error instanceof Refusal && error.isForbidden;
    tokenForm.hidden = !isForbidden;
    main.hidden = isForbidden;
  }
  setTimeout(() => void loop(), EVERY_MS);
}

tokenForm.addEventListener('submit', (event) => {
  event.preventDefault();
  sessionStorage.setItem(TOKEN, tokenForm.querySelector('input')!.value);
  say('');
  void refresh().catch(sayFailure);
});

byId('clock').append(
  ...Object.entries({ '+5 min': 5, '+35 min': 35, '+1 day': 1_440 }).map(([text, minutes]) =>
    button(text, 'clock', { minutes: String(minutes) }),
  ),
);

void loop();
