import type { ComponentType } from 'react';
import {
  Ban,
  Bell,
  BookOpenCheck,
  CircleHelp,
  ClipboardCheck,
  ClipboardList,
  Cog,
  Eye,
  FlaskConical,
  GraduationCap,
  Inbox,
  Landmark,
  LayoutDashboard,
  LifeBuoy,
  type LucideIcon,
  Mail,
  Megaphone,
  MessageSquareHeart,
  Percent,
  PiggyBank,
  Plug,
  RadioTower,
  ReceiptText,
  Route,
  ShoppingCart,
  UserCog,
  Users,
  Webhook,
} from 'lucide-react';
import type { ScreenPath } from './screen-paths.js';
import type { Grant } from './session/profile.js';

export type Group = 'Work' | 'People' | 'Money' | 'Service' | 'Content' | 'Staff';

export interface Screen {
  readonly title: string;
  /** Without it the screen is not in the navigation; it is reached from others. */
  readonly place?: {
    readonly group: Group;
    readonly icon: LucideIcon;
    /** Kind of the work queue whose number stands beside it. */
    readonly counts?: string;
  };
  /** The permission of the operation that the screen shows; none is needed where it is undefined. */
  readonly needs?: Grant;
  readonly load: () => Promise<{ default: ComponentType }>;
}

/** Every screen by its address below /console, in the order of the navigation, with the permission that shows it. */
export const SCREENS: Readonly<Record<ScreenPath, Screen>> = {
  '/': {
    title: 'Work queue',
    place: { group: 'Work', icon: Inbox },
    load: () => import('./screens/work/work-page.js'),
  },
  '/search': {
    title: 'Search',
    load: () => import('./screens/search.js'),
  },
  '/proposals': {
    title: 'Proposals',
    place: { group: 'Work', icon: ClipboardCheck, counts: 'proposal' },
    needs: 'otherControl.paymtMethod',
    load: () => import('./screens/proposals/proposals-page.js'),
  },
  '/proposals/$marker': {
    title: 'Proposal',
    needs: 'otherControl.paymtMethod',
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
  '/books': {
    title: 'Books',
    place: { group: 'Money', icon: BookOpenCheck },
    needs: 'otherControl.fiatCurency',
    load: () => import('./screens/books/books-page.js'),
  },
  '/books/$reconciliationId': {
    title: 'Reconciliation',
    needs: 'otherControl.fiatCurency',
    load: () => import('./screens/books/reconciliation-page.js'),
  },
  '/taxes': {
    title: 'Taxes',
    place: { group: 'Money', icon: ReceiptText },
    needs: 'otherControl.fiatCurency',
    load: () => import('./screens/taxes/taxes-page.js'),
  },
  '/tariffs': {
    title: 'Tariffs and limits',
    place: { group: 'Money', icon: Percent },
    needs: 'otherControl.fiatCurency',
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
  '/faqs': {
    title: 'FAQs',
    place: { group: 'Content', icon: CircleHelp },
    needs: 'helpControl.viewDetails',
    load: () => import('./screens/content/faqs-page.js'),
  },
  '/faqs/$faqId': {
    title: 'Ratings of an FAQ',
    needs: 'helpControl.viewDetails',
    load: () => import('./screens/content/faq-ratings-page.js'),
  },
  '/tutorials': {
    title: 'Tutorials',
    place: { group: 'Content', icon: GraduationCap },
    needs: 'helpControl.viewDetails',
    load: () => import('./screens/content/tutorials-page.js'),
  },
  '/tutorials/$tutorialId': {
    title: 'Tutorial',
    needs: 'helpControl.viewDetails',
    load: () => import('./screens/content/tutorial-page.js'),
  },
  '/feedback': {
    title: 'Feedback',
    place: { group: 'Content', icon: MessageSquareHeart },
    needs: 'otherControl.getFeedback',
    load: () => import('./screens/feedback/feedback-page.js'),
  },
  '/contact': {
    title: 'Contact forms',
    place: { group: 'Content', icon: Mail, counts: 'contact' },
    needs: 'otherControl.getFeedback',
    load: () => import('./screens/feedback/contact-page.js'),
  },
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
    needs: 'staffControl.superadminx',
    load: () => import('./screens/audit/audit-page.js'),
  },
};
