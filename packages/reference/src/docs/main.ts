/** The reference of the interface: reads the document, and shows what the address says. */
import { element } from './elements.js';
import { showErrors } from './errors-view.js';
import { showGuide } from './guide-view.js';
import { showHome } from './home-view.js';
import { showNavigation } from './navigation.js';
import { showOperation } from './operation-view.js';
import { loadReference, type Reference } from './reference.js';
import { startSearch } from './search.js';
import { showSession } from './session-view.js';
import { showEvent, showEvents } from './webhooks-view.js';

interface View {
  readonly title: string;
  readonly parts: readonly HTMLElement[];
  /** Id of the part that the address names. */
  readonly target?: string | undefined;
}

const byId = (id: string) => document.getElementById(id)!;
const content = byId('content');

try {
  start(await loadReference());
} catch (error) {
  content.replaceChildren(
    element('p', { role: 'alert' }, `The reference could not be read: ${(error as Error).message}. Reload to try again.`),
  );
}

function start(reference: Reference): void {
  const markCurrent = showNavigation(byId('navigation'), byId('menu'), reference);
  startSearch(byId('search') as HTMLInputElement, byId('found'), reference);
  showSession(byId('session'));
  let shown = 0;
  const show = async (isFirst: boolean) => {
    const turn = ++shown;
    const { title, parts, target } = await viewOf(reference, location.hash);
    // Somebody may have gone on while a guide was read.
    if (turn !== shown) return;
    document.title = `${title} – Harmattan`;
    content.replaceChildren(...parts);
    markCurrent(location.hash);
    const place = target ? document.getElementById(target) : undefined;
    if (place) place.scrollIntoView();
    else scrollTo(0, 0);
    if (!isFirst) content.focus({ preventScroll: true });
  };
  addEventListener('hashchange', () => void show(false));
  void show(true);
}

/** Addresses: `#/operations/<action>`, `#/guides/<name>/<section>`, `#/errors/<ID>`, `#/webhooks/<event>`. */
async function viewOf(reference: Reference, hash: string): Promise<View> {
  const [, kind = '', name, section] = hash.split('/').map(decodeURIComponent);
  const operation = reference.operations.find(({ action }) => action === name);
  if (kind === 'operations' && operation) return { title: operation.action, parts: showOperation(operation, reference) };
  const guide = reference.guides.find((one) => one.name === name);
  if (kind === 'guides' && guide) return { title: guide.title, parts: await showGuide(guide), target: section };
  if (kind === 'errors') return { title: 'Errors', parts: showErrors(reference, name), target: name && `error-${name}` };
  const event = reference.events.find((one) => one.event === name);
  if (kind === 'webhooks' && event) return { title: event.event, parts: showEvent(event) };
  if (kind === 'webhooks') return { title: 'Webhooks', parts: showEvents(reference) };
  return { title: 'The interface', parts: showHome(reference, kind === '' ? undefined : hash) };
}
