const EVERY_MS = 3_000;
const TOKEN = 'sandbox-token';
const byId = (id) => document.getElementById(id);
const money = new Intl.NumberFormat('en-NG', { style: 'currency', currency: 'NGN', currencyDisplay: 'narrowSymbol' });
const time = (iso) => new Date(iso).toLocaleString([], { dateStyle: 'short', timeStyle: 'medium' });
const KINDS = {
  completed: 'good',
  delivered: 'good',
  succeeded: 'good',
  failed: 'bad',
  expired: 'bad',
  reversed: 'bad',
};

/** @param children texts and elements; texts are never read as HTML */
function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  Object.assign(made, attributes);
  made.append(...children);
  return made;
}

async function call(path, method = 'GET') {
  const token = sessionStorage.getItem(TOKEN);
  const headers = { 'x-sandbox-page': '1', ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const response = await fetch(`sandbox/${path}`, { method, headers, cache: 'no-store' });
  const answer = await response.json();
  if (response.ok) return answer;
  throw Object.assign(new Error(answer.refused ?? response.statusText), { isForbidden: response.status === 403 });
}

function say(text, isBad = false) {
  byId('message').textContent = text;
  byId('message').className = isBad ? 'bad' : '';
}

function button(text, path, parameters) {
  const act = async () => {
    try {
      say((await call(`${path}?${new URLSearchParams(parameters)}`, 'POST')).done);
      await refresh();
    } catch (error) {
      say(error.message, true);
    }
  };
  return element('button', { type: 'button', onclick: act }, text);
}

const state = (text) => element('span', { className: `state ${KINDS[text] ?? 'wait'}` }, text);
const quiet = (text) => element('div', { className: 'quiet' }, text);
const actions = (...buttons) => element('span', { className: 'actions' }, ...buttons);
const amount = (value) => element('span', { className: 'amount' }, money.format(value));

const PAYMENTS = {
  pending: { Pay: 'exact', Half: 'short', Late: 'late', Twice: 'twice' },
  expired: { 'Pay late': 'exact' },
};
const AGAIN = { 'Pay again': 'exact' };
const OUTCOMES = { waiting: { Deliver: 'delivered', Fail: 'failed' }, delivered: { Reverse: 'reversed' } };

const ROWS = {
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
  mails: (mail) => [
    element('div', { className: 'text' }, mail.subject, quiet(`to ${mail.to}, ${time(mail.date)}`)),
    element('button', { type: 'button', onclick: () => showMail(mail.name) }, 'Show'),
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

function indented(json) {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}

async function showMail(name) {
  const frame = byId('mail');
  frame.srcdoc = (await call(`mails/${encodeURIComponent(name)}`)).html;
  frame.hidden = false;
  frame.scrollIntoView({ block: 'nearest' });
}

const EMPTY = {
  orders: 'None yet: user_deposit_order_create makes one.',
  purchases: 'None yet. The last digits of a phone or meter decide what happens; 0007 waits for you.',
  mails: 'None yet.',
  texts: 'None yet.',
  pushes: 'None yet from this process.',
  webhooks: 'None yet: control_webhook_endpoint_create subscribes an address.',
};
const shown = {};

/** Only where it changed, so that what is open or focused stays. */
function fill(name, items, empty) {
  const list = byId(name);
  const content = JSON.stringify(items);
  if (shown[name] === content) return;
  shown[name] = content;
  list.replaceChildren(...items.map((item) => element('li', {}, ...ROWS[name](item))));
  if (list.nextElementSibling?.matches('.empty')) list.nextElementSibling.remove();
  if (items.length === 0) list.after(element('p', { className: 'empty' }, empty));
}

/** @returns {Promise<void>} */
async function refresh() {
  const state = await call('state');
  byId('token').hidden = true;
  document.querySelector('main').hidden = false;
  byId('now').textContent = time(state.now);
  for (const name of Object.keys(ROWS)) {
    const elsewhere = state.writesFiles[name] === false ? 'They are sent by the configured server, and not shown.' : EMPTY[name];
    fill(name, state[name], elsewhere);
  }
}

/** @returns {Promise<void>} */
async function loop() {
  try {
    if (!document.hidden) await refresh();
  } catch (error) {
    say(error.message, true);
    byId('token').hidden = !error.isForbidden;
    document.querySelector('main').hidden = error.isForbidden;
  }
  setTimeout(() => void loop(), EVERY_MS);
}

byId('token').addEventListener('submit', (event) => {
  event.preventDefault();
  sessionStorage.setItem(TOKEN, byId('token').querySelector('input').value);
  say('');
  void refresh().catch((error) => say(error.message, true));
});

byId('clock').append(
  ...Object.entries({ '+5 min': 5, '+35 min': 35, '+1 day': 1_440 }).map(([text, minutes]) => button(text, 'clock', { minutes })),
);

void loop();
