import {
  Ban,
  Bell,
  BookOpenCheck,
  Building2,
  ClipboardCheck,
  ClipboardList,
  Cog,
  Eye,
  FlaskConical,
  Inbox,
  Landmark,
  LayoutDashboard,
  LifeBuoy,
  Megaphone,
  Percent,
  PiggyBank,
  Plug,
  RadioTower,
  ReceiptText,
  Route,
  Send,
  ShieldCheck,
  ShoppingCart,
  UserCog,
  Users,
  Webhook,
} from 'lucide-react';
import { CONTENT_SCREENS } from './content-screens.js';
import type { Screen } from './screen.js';
import type { ScreenPath } from './screen-paths.js';
import { READS_PROPOSALS } from './screens/proposals/readers.js';

/** Opens records of money and staff to be read. */
const READS_RECORDS = 'StatsControl.tradHistory';

/** Every screen by its address below /console, in the order of the navigation, with the permission that shows it. */
export const SCREENS: Readonly<Record<ScreenPath, Screen>> = {
  '/': {
    title: 'Work queue',
    place: { group: 'Work', icon: Inbox },
    load: () => import('./screens/work/work-page.js'),
  },
  '/search': { title: 'Search', load: () => import('./screens/search.js') },
  '/proposals': {
    title: 'Proposals',
    place: { group: 'Work', icon: ClipboardCheck, counts: 'proposal' },
    needs: READS_PROPOSALS,
    load: () => import('./screens/proposals/proposals-page.js'),
  },
  '/proposals/$marker': {
    title: 'Proposal',
    needs: READS_PROPOSALS,
    load: () => import('./screens/proposals/proposal-page.js'),
  },
  '/tickets': {
    title: 'Tickets',
    place: { group: 'Work', icon: LifeBuoy, counts: 'ticket' },
    needs: 'helpControl.getDataList',
    load: () => import('./screens/tickets/tickets-page.js'),
  },
  '/tickets/$ticketId': {
    title: 'Ticket',
    needs: 'helpControl.viewDetails',
    load: () => import('./screens/tickets/ticket-page.js'),
  },
  '/dashboard': {
    title: 'Dashboard',
    place: { group: 'Work', icon: LayoutDashboard },
    needs: 'StatsControl.transacStat',
    load: () => import('./screens/dashboard/dashboard-page.js'),
  },
  '/users': {
    title: 'Users',
    place: { group: 'People', icon: Users },
    needs: 'userControl.getDataList',
    load: () => import('./screens/users/users-page.js'),
  },
  '/users/$userId': {
    title: 'User',
    needs: 'userControl.viewDetails',
    load: () => import('./screens/users/user-page.js'),
  },
  '/blocks': {
    title: 'Blocks',
    place: { group: 'People', icon: Ban },
    needs: 'userControl.viewDetails',
    load: () => import('./screens/blocks/blocks-page.js'),
  },
  '/purchases': {
    title: 'Purchases',
    place: { group: 'Money', icon: ShoppingCart, counts: 'purchase' },
    needs: 'userControl.transaction',
    load: () => import('./screens/purchases/purchases-page.js'),
  },
  '/purchases/$marker': {
    title: 'Purchase',
    needs: 'userControl.transaction',
    load: () => import('./screens/purchases/purchase-page.js'),
  },
  '/payouts': {
    title: 'Payouts',
    place: { group: 'Money', icon: Send, counts: 'payout' },
    needs: 'userControl.transaction',
    load: () => import('./screens/payouts/payouts-page.js'),
  },
  '/payouts/$marker': {
    title: 'Payout',
    needs: 'userControl.transaction',
    load: () => import('./screens/payouts/payout-page.js'),
  },
  '/suspense': {
    title: 'Suspense',
    place: { group: 'Money', icon: PiggyBank, counts: 'suspense' },
    needs: 'userControl.transaction',
    load: () => import('./screens/suspense/suspense-page.js'),
  },
  '/suspense/$marker': {
    title: 'Payment in suspense',
    needs: 'userControl.transaction',
    load: () => import('./screens/suspense/payment-page.js'),
  },
  '/system-logs': {
    title: 'System logs',
    place: { group: 'Service', icon: Bell, counts: 'system_log' },
    needs: 'otherControl.otherAccess',
    load: () => import('./screens/logs/logs-page.js'),
  },
  '/jobs': {
    title: 'Background jobs',
    place: { group: 'Service', icon: Cog, counts: 'job' },
    needs: 'otherControl.otherAccess',
    load: () => import('./screens/jobs/jobs-page.js'),
  },
  '/deposits': {
    title: 'Deposits',
    place: { group: 'Money', icon: Landmark },
    needs: 'userControl.transaction',
    load: () => import('./screens/deposits/deposits-page.js'),
  },
  '/deposits/$marker': {
    title: 'Deposit',
    needs: 'userControl.transaction',
    load: () => import('./screens/deposits/deposit-page.js'),
  },
  '/accounts/$account': {
    title: 'Account',
    needs: 'otherControl.fiatCurency',
    load: () => import('./screens/ledger/account-page.js'),
  },
  '/journals/$journalId': {
    title: 'Journal',
    needs: 'otherControl.fiatCurency',
    load: () => import('./screens/ledger/journal-page.js'),
  },
  '/cases/$marker': { title: 'Case', load: () => import('./screens/cases/case-page.js') },
  '/books': {
    title: 'Books',
    place: { group: 'Money', icon: BookOpenCheck },
    needs: ['otherControl.fiatCurency', READS_RECORDS],
    load: () => import('./screens/books/books-page.js'),
  },
  '/books/$reconciliationId': {
    title: 'Reconciliation',
    needs: ['otherControl.fiatCurency', READS_RECORDS],
    load: () => import('./screens/books/reconciliation-page.js'),
  },
  '/safeguarding': {
    title: 'Safeguarding',
    place: { group: 'Money', icon: ShieldCheck },
    needs: ['otherControl.fiatCurency', READS_RECORDS],
    load: () => import('./screens/safeguarding/safeguarding-page.js'),
  },
  '/taxes': {
    title: 'Taxes',
    place: { group: 'Money', icon: ReceiptText },
    needs: ['otherControl.fiatCurency', READS_RECORDS],
    load: () => import('./screens/taxes/taxes-page.js'),
  },
  '/tariffs': {
    title: 'Tariffs and limits',
    place: { group: 'Money', icon: Percent },
    needs: ['otherControl.fiatCurency', READS_RECORDS],
    load: () => import('./screens/tariffs/tariffs-page.js'),
  },
  '/providers': {
    title: 'Providers',
    place: { group: 'Service', icon: RadioTower },
    needs: 'offerControl.viewDetails',
    load: () => import('./screens/providers/providers-page.js'),
  },
  '/routes': {
    title: 'Routes',
    place: { group: 'Service', icon: Route },
    needs: 'offerControl.getDataList',
    load: () => import('./screens/providers/routes-page.js'),
  },
  '/banks': {
    title: 'Banks',
    place: { group: 'Service', icon: Building2 },
    needs: 'offerControl.getDataList',
    load: () => import('./screens/banks/banks-page.js'),
  },
  '/webhooks': {
    title: 'Webhooks',
    place: { group: 'Service', icon: Webhook, counts: 'webhook' },
    needs: 'otherControl.paymentHook',
    load: () => import('./screens/webhooks/webhooks-page.js'),
  },
  '/webhooks/$webhookId': {
    title: 'Webhook',
    needs: 'otherControl.paymentHook',
    load: () => import('./screens/webhooks/webhook-page.js'),
  },
  '/webhook-endpoints': {
    title: 'Webhook endpoints',
    place: { group: 'Service', icon: Plug },
    needs: 'otherControl.paymentHook',
    load: () => import('./screens/webhooks/endpoints-page.js'),
  },
  '/webhook-endpoints/$endpointId': {
    title: 'Webhook endpoint',
    needs: 'otherControl.paymentHook',
    load: () => import('./screens/webhooks/endpoint-page.js'),
  },
  '/test-users': {
    title: 'Test users',
    place: { group: 'People', icon: FlaskConical },
    needs: 'userControl.getDataList',
    load: () => import('./screens/users/test-users-page.js'),
  },
  '/visitors': {
    title: 'Visitors',
    place: { group: 'People', icon: Eye },
    needs: 'otherControl.otherAccess',
    load: () => import('./screens/visits/visitors-page.js'),
  },
  '/ads': {
    title: 'Ads',
    place: { group: 'People', icon: Megaphone },
    needs: 'otherControl.otherAccess',
    load: () => import('./screens/visits/ads-page.js'),
  },
  ...CONTENT_SCREENS,
  '/staff': {
    title: 'Staff',
    place: { group: 'Staff', icon: UserCog },
    needs: 'staffControl.getDataList',
    load: () => import('./screens/staff/staff-page.js'),
  },
  '/staff/grants': {
    title: 'Who may do what',
    needs: 'staffControl.getDataList',
    load: () => import('./screens/staff/grants-page.js'),
  },
  '/staff/$staffId': {
    title: 'Member of staff',
    needs: 'staffControl.getDataList',
    load: () => import('./screens/staff/staff-member-page.js'),
  },
  '/audit': {
    title: 'Audit',
    place: { group: 'Staff', icon: ClipboardList },
    needs: ['staffControl.superadminx', READS_RECORDS],
    load: () => import('./screens/audit/audit-page.js'),
  },
  '/account': { title: 'Your account', load: () => import('./screens/account/account-page.js') },
};
