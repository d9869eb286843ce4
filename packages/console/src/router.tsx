import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type ParsedLocation,
  redirect,
} from '@tanstack/react-router';
import { client } from './api/client.js';
import { onSessionEnd, queryClient } from './api/query-client.js';
import { ErrorNotice } from './components/error-notice.js';
import { Waiting } from './components/waiting.js';
import { NotFound } from './components/not-found.js';
import type { Search } from './components/use-address.js';
import { screenComponent } from './shell/screen-component.js';
import type { Screen } from './screen.js';
import { SCREENS } from './screens.js';
import { addressAfterSignIn } from './session/address-after-sign-in.js';
import { onChangeElsewhere } from './session/session-store.js';
import { Shell } from './shell/shell.js';

/** Values of the query are texts, as they are written. */
function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });

/** Whose data this tab shows. */
let shownTo: string | undefined;

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  beforeLoad: () => {
    shownTo = undefined;
  },
  component: lazyRouteComponent(() => import('./screens/sign-in.js')),
});

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  component: lazyRouteComponent(() => import('./screens/register.js')),
});

const forgotten = createRoute({
  getParentRoute: () => root,
  path: '/forgotten-password',
  component: lazyRouteComponent(() => import('./screens/forgotten-password.js')),
});

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  beforeLoad: async ({ location }: { location: ParsedLocation }) => {
    // Asked once: afterwards the service, and the other tabs, tell when it ends.
    shownTo ??= (await client.session())?.userid;
    // oxlint-disable-next-line typescript/only-throw-error -- the router's way
    if (shownTo === undefined) throw redirect({ to: '/sign-in', search: backTo(location.href) });
  },
});

const screens = Object.entries<Screen>(SCREENS).map(([path, screen]) =>
  createRoute({ getParentRoute: () => shell, path, component: screenComponent(screen, path.includes('$')) }),
);

export const router = createRouter({
  routeTree: root.addChildren([signIn, register, forgotten, shell.addChildren(screens)]),
  basepath: '/console',
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingComponent: Waiting,
  defaultErrorComponent: ({ error, reset }) => <ErrorNotice error={error} retry={reset} />,
  scrollRestoration: true,
});

onSessionEnd(askToSignIn);

onChangeElsewhere((userid) => {
  const { pathname, search } = router.state.location;
  if (userid === undefined) askToSignIn();
  else if (pathname === '/sign-in') router.history.push(addressAfterSignIn((search as Search).back));
  else if (shownTo !== undefined && shownTo !== userid) location.reload();
});

function askToSignIn(): void {
  queryClient.clear();
  const { href, pathname } = router.state.location;
  if (pathname !== '/sign-in') void router.navigate({ to: '/sign-in', search: { ...backTo(href), ended: 'yes' }, replace: true });
}

function backTo(href: string): { back?: string } {
  return href === '/' ? {} : { back: href };
}
