import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import type { Console } from './console.js';

interface Screen {
  readonly title: string;
  /** The permission that shows it. */
  readonly needs?: string | readonly string[];
}

/** A screen, and an address at which it shows something. */
export interface Visit extends Screen {
  /** As in screens.ts, such as `/users/$userId`. */
  readonly pattern: string;
  readonly path: string;
}

// By a variable, because the compiler of the tests does not read the sources of the console.
const listOfScreens = resolve(import.meta.dirname, '../../../packages/console/src/screens.ts');
const { SCREENS } = (await import(listOfScreens)) as { SCREENS: Readonly<Record<string, Screen>> };

/** Every screen behind the sign-in, each once, details with a record of the demonstration. */
export async function everyScreen(theConsole: Console): Promise<Visit[]> {
  const marks = await recordsOf(theConsole);
  return Object.entries(SCREENS).map(([pattern, { title, needs }]) => ({
    pattern,
    title,
    ...(needs === undefined ? {} : { needs }),
    path: pattern === '/search' ? '/search?q=Ada' : pattern.replace(/\$\w+/, () => marks[pattern]!),
  }));
}

async function recordsOf(theConsole: Console): Promise<Readonly<Record<string, string>>> {
  const client = await theConsole.client('Administrator');
  const [proposals, tickets, purchases, payments, webhooks, faqs, tutorials, members, reconciliations, deposits, payouts] =
    await Promise.all([
      client.page('control_proposal_fetch', { rqtp: 'open' }),
      client.page('control_support_ticket_fetch', { status: 'open' }),
      client.page('control_purchase_fetch', { rqtp: 'all' }),
      client.page('control_suspense_fetch', { rqtp: 'all' }),
      client.page('control_webhook_fetch', { rqtp: 'status', rqvl: 'failed' }),
      client.page('control_support_faq_fetch', {}),
      client.page('support_tutorial_fetch', {}),
      client.page('control_staff_members_fetch', {}),
      client.page('control_reconciliation_fetch', { rqtp: 'all' }),
      client.page('control_user_wallet_deposit', { rqtp: 'all' }),
      client.page('control_payout_fetch', { rqtp: 'all' }),
    ]);
  const [endpoints, postings, identities] = await Promise.all([
    client.page('control_webhook_endpoint_fetch', {}),
    client.page('control_account_fetch', { rqvl: 'system:suspense' }),
    client.page('control_identity_fetch', { rqtp: 'review' }),
  ]);
  return {
    '/proposals/$marker': proposals.items[0]!.marker,
    '/tickets/$ticketId': tickets.items[0]!.ticket_id,
    '/users/$userId': theConsole.userId('ada'),
    '/identities/$marker': identities.items[0]!.marker,
    '/purchases/$marker': purchases.items[0]!.marker,
    '/payouts/$marker': payouts.items[0]!.marker,
    '/suspense/$marker': payments.items[0]!.marker,
    '/deposits/$marker': deposits.items[0]!.marker,
    '/cases/$marker': `purchase:${purchases.items[0]!.marker}`,
    '/accounts/$account': 'system:suspense',
    '/journals/$journalId': postings.items[0]!.journal,
    '/webhook-endpoints/$endpointId': endpoints.items[0]!.marker,
    '/webhooks/$webhookId': webhooks.items[0]!.marker,
    '/faqs/$faqId': faqs.items[0]!.marker,
    '/tutorials/$tutorialId': tutorials.items[0]!.marker,
    '/staff/$staffId': members.items[0]!.rquxid,
    '/books/$reconciliationId': reconciliations.items[0]!.marker,
  };
}

/** Goes there as a link does, without loading the page anew, and waits until the screen shows what it has. */
export async function goTo(page: Page, { path, title }: Pick<Visit, 'path' | 'title'>): Promise<void> {
  await page.evaluate(`history.pushState({}, '', '/console${path}')`);
  await settled(page, title);
}

/** Waits until the screen of this title shows its content, or why it shows none. */
export async function settled(page: Page, title: string): Promise<void> {
  await page.evaluate(`new Promise((resolve, reject) => {
    const end = Date.now() + 15000;
    const look = () => {
      const isThere = document.title.endsWith(${JSON.stringify(`${title} · Harmattan console`)})
        && document.querySelector('main h1, main [role=status]:not([aria-label=Loading]), main [role=alert]')
        && !document.querySelector('[role=status][aria-label=Loading], .mantine-LoadingOverlay-root');
      if (isThere) resolve();
      else if (Date.now() > end) reject(new Error('${title} is not shown: ' + document.title + ' ' + document.body.innerText.slice(0, 300)));
      else requestAnimationFrame(look);
    };
    look();
  })`);
}
