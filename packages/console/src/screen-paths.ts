/** Every screen, below /console. Apart from `screens.ts`, which imports the screens, because screens link to each other. */
export type ScreenPath =
  | '/'
  | '/search'
  | '/proposals'
  | '/proposals/$marker'
  | '/tickets'
  | '/tickets/$ticketId'
  | '/dashboard'
  | '/users'
  | '/users/$userId'
  | '/identities'
  | '/identities/$marker'
  | '/blocks'
  | '/purchases'
  | '/purchases/$marker'
  | '/payouts'
  | '/payouts/$marker'
  | '/suspense'
  | '/suspense/$marker'
  | '/system-logs'
  | '/jobs'
  | '/deposits'
  | '/deposits/$marker'
  | '/accounts/$account'
  | '/journals/$journalId'
  | '/cases/$marker'
  | '/books'
  | '/books/$reconciliationId'
  | '/safeguarding'
  | '/taxes'
  | '/tariffs'
  | '/providers'
  | '/routes'
  | '/banks'
  | '/webhooks'
  | '/webhooks/$webhookId'
  | '/webhook-endpoints'
  | '/webhook-endpoints/$endpointId'
  | '/test-users'
  | '/visitors'
  | '/ads'
  | '/faqs'
  | '/faqs/$faqId'
  | '/tutorials'
  | '/tutorials/$tutorialId'
  | '/feedback'
  | '/contact'
  | '/staff'
  | '/staff/grants'
  | '/staff/$staffId'
  | '/audit'
  | '/account';

type Parameters<P extends string> = P extends `${string}$${infer Name}/${infer Rest}`
  ? Name | Parameters<Rest>
  : P extends `${string}$${infer Name}`
    ? Name
    : never;

/** The address of a screen. */
export type To<P extends ScreenPath = ScreenPath> = P extends ScreenPath
  ? {
      readonly to: P;
      readonly params?: Readonly<Record<Parameters<P>, string>>;
      readonly search?: Readonly<Record<string, string | undefined>>;
    }
  : never;
