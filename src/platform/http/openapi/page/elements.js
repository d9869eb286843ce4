/** Small parts that every view is made of. Texts are only ever text: nothing from an answer is read as HTML. */

/** An element with properties, or attributes where the name has a dash or is `role`, `for` or `colspan`. */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === false) continue;
    if (name in made && !name.includes('-')) made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== ''));
  return made;
}

/** Text in which `code` stands between back-ticks. */
export function prose(text) {
  return text.split('`').map((part, place) => (place % 2 === 1 ? element('code', {}, part) : part));
}

/** A block of code that scrolls, can be reached by keyboard, and copied. */
export function codeBlock(text, label) {
  const block = element('pre', { tabIndex: 0, role: 'region', 'aria-label': label }, element('code', {}, text));
  return element(
    'div',
    { className: 'code' },
    block,
    copyButton(() => text),
  );
}

export function copyButton(read) {
  const button = element('button', { type: 'button', className: 'copy' }, 'Copy');
  button.addEventListener('click', async () => {
    const isCopied = await navigator.clipboard?.writeText(read()).then(
      () => true,
      () => false,
    );
    button.textContent = isCopied ? 'Copied' : 'Not allowed';
    setTimeout(() => (button.textContent = 'Copy'), 1500);
  });
  return button;
}

export function table(label, heads, rows, kind = '') {
  const head = element(
    'tr',
    {},
    heads.map((name) => element('th', { scope: 'col' }, name)),
  );
  const content = element('table', {}, element('thead', {}, head), element('tbody', {}, rows));
  return element('div', { className: `table ${kind}`, tabIndex: 0, role: 'region', 'aria-label': label }, content);
}

/** A cell is a part, or a list of parts. */
export function row(properties, ...cells) {
  return element(
    'tr',
    properties,
    cells.map((cell) => element('td', {}, cell)),
  );
}

export function badge(text, kind = '') {
  return element('span', { className: `badge ${kind}` }, text);
}

/** Buttons of which one is chosen; `show` makes what stands below them. */
export function tabs(label, names, chosen, show) {
  const panel = element('div', { role: 'tabpanel', 'aria-label': label });
  const buttons = names.map((name) => element('button', { type: 'button', role: 'tab' }, name));
  const choose = (place) => {
    for (const [at, button] of buttons.entries()) {
      button.setAttribute('aria-selected', String(at === place));
      button.tabIndex = at === place ? 0 : -1;
    }
    panel.replaceChildren(...[show(names[place])].flat());
  };
  for (const [place, button] of buttons.entries()) {
    button.addEventListener('click', () => choose(place));
    button.addEventListener('keydown', ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
      if (step === undefined) return;
      const next = (place + step + buttons.length) % buttons.length;
      choose(next);
      buttons[next].focus();
    });
  }
  choose(Math.max(0, names.indexOf(chosen)));
  return element('div', { className: 'tabs' }, element('div', { role: 'tablist', 'aria-label': label }, buttons), panel);
}
