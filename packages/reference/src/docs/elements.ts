/** Small parts that every view is made of. Texts are only ever text: nothing from an answer is read as HTML. */

export type Part = Node | string;
type Child = Part | undefined;
type Properties = Readonly<Record<string, string | number | boolean | undefined>>;

/** An element with properties, or attributes where the name has a dash or is `role`, `for` or `colspan`. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Properties = {},
  ...children: (Child | readonly Child[])[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === false) continue;
    if (name in made && !name.includes('-')) Object.assign(made, { [name]: value });
    else made.setAttribute(name, String(value));
  }
  made.append(...children.flat().filter((child): child is Part => child !== undefined && child !== ''));
  return made;
}

/** Text in which `code` stands between back-ticks. */
export function prose(text: string): Part[] {
  return text.split('`').map((part, place) => (place % 2 === 1 ? element('code', {}, part) : part));
}

/** A block of code that scrolls, can be reached by keyboard, and copied. */
export function codeBlock(text: string, label: string): HTMLElement {
  const block = element('pre', { tabIndex: 0, role: 'region', 'aria-label': label }, element('code', {}, text));
  return element(
    'div',
    { className: 'code' },
    block,
    copyButton(() => text),
  );
}

export function copyButton(read: () => string): HTMLElement {
  const button = element('button', { type: 'button', className: 'copy' }, 'Copy');
  const copy = async () => {
    // There is no clipboard on a page without HTTPS.
    const clipboard = navigator.clipboard as Clipboard | undefined;
    const isCopied = await clipboard?.writeText(read()).then(
      () => true,
      () => false,
    );
    button.textContent = isCopied ? 'Copied' : 'Not allowed';
    setTimeout(() => (button.textContent = 'Copy'), 1500);
  };
  button.addEventListener('click', () => void copy());
  return button;
}

export function table(label: string, heads: readonly string[], rows: readonly HTMLElement[], kind = ''): HTMLElement {
  const head = element(
    'tr',
    {},
    heads.map((name) => element('th', { scope: 'col' }, name)),
  );
  const content = element('table', {}, element('thead', {}, head), element('tbody', {}, rows));
  return element('div', { className: `table ${kind}`, tabIndex: 0, role: 'region', 'aria-label': label }, content);
}

/** A cell is a part, or a list of parts. */
export function row(properties: Properties, ...cells: readonly (Part | readonly Part[])[]): HTMLElement {
  return element(
    'tr',
    properties,
    cells.map((cell) => element('td', {}, cell)),
  );
}

export function badge(text: string, kind = ''): HTMLElement {
  return element('span', { className: `badge ${kind}` }, text);
}

/** Buttons of which one is chosen; `show` makes what stands below them. */
export function tabs<Name extends string>(
  label: string,
  names: readonly Name[],
  chosen: Name,
  show: (name: Name) => HTMLElement,
): HTMLElement {
  const panel = element('div', { role: 'tabpanel', 'aria-label': label });
  const buttons = names.map((name) => element('button', { type: 'button', role: 'tab' }, name));
  const choose = (place: number) => {
    for (const [at, button] of buttons.entries()) {
      button.setAttribute('aria-selected', String(at === place));
      button.tabIndex = at === place ? 0 : -1;
    }
    panel.replaceChildren(show(names[place]!));
  };
  for (const [place, button] of buttons.entries()) {
    button.addEventListener('click', () => choose(place));
    button.addEventListener('keydown', ({ key }) => {
      const step = stepOf(key, 'ArrowLeft', 'ArrowRight');
      if (step === undefined) return;
      const next = (place + step + buttons.length) % buttons.length;
      choose(next);
      buttons[next]!.focus();
    });
  }
  choose(Math.max(0, names.indexOf(chosen)));
  return element('div', { className: 'tabs' }, element('div', { role: 'tablist', 'aria-label': label }, buttons), panel);
}

/** By how many places a key goes on. */
export function stepOf(key: string, back: string, forth: string): number | undefined {
  if (key === back) return -1;
  return key === forth ? 1 : undefined;
}
