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
import { screenComponent } from './shell/screen-component.js';
import { SCREENS, type Screen } from './screens.js';
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

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('./screens/sign-in.js')),
});

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  component: lazyRouteComponent(() => import('./screens/register.js')),
});

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  beforeLoad: async ({ location }: { location: ParsedLocation }) => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router's way
    if (!(await client.session())) throw redirect({ to: '/sign-in', search: backTo(location.href) });
  },
});

const screens = Object.entries<Screen>(SCREENS).map(([path, screen]) =>
  createRoute({ getParentRoute: () => shell, path, component: screenComponent(screen) }),
);

export const router = createRouter({
  routeTree: root.addChildren([signIn, register, shell.addChildren(screens)]),
  basepath: '/console',
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingComponent: Waiting,
  defaultErrorComponent: ({ error, reset }) => <ErrorNotice error={error} retry={reset} />,
  scrollRestoration: true,
});

onSessionEnd(() => {
  queryClient.clear();
  const { href, pathname } = router.state.location;
  if (pathname !== '/sign-in') void router.navigate({ to: '/sign-in', search: { ...backTo(href), ended: 'yes' }, replace: true });
});

function backTo(href: string): { back?: string } {
  return href === '/' ? {} : { back: href };
}
