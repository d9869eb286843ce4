import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Action, HarmattanClient, isHarmattanError } from '../../../packages/client/src/index.js';
import { webhookSignature } from '../../../packages/client/src/webhooks.js';
import { until } from '../../support/until.js';
import { type AttackName, ATTACKS } from './attacks.js';
import { theConsole } from './console.js';

const PASSWORD = 'Harmattan-Wind-30';
const ITEMS = [
  'mtn-airtime-vtu',
  'airtel-airtime-vtu',
  'glo-airtime-vtu',
  'ikeja-electric-prepaid',
  'abuja-electric-prepaid',
  'dstv-compact',
  'glo-data-1gb-14d',
  'ikeja-electric',
  'abuja-electric',
  'dstv',
  'eko-electric-prepaid',
];
const UNKNOWN_ACCOUNT = '9900000000';

/** A page on which texts are to be seen. */
export interface Place {
  readonly path: string;
  readonly title: string;
  /** The button that shows them. */
  readonly opens?: string | undefined;
  readonly texts: Set<string>;
}

/** Puts attacks into the text fields of operations, and remembers which were refused and where the others are to be seen. */
export class Injection {
  /** Under each field what it did to which attack. */
  readonly refused: Record<string, Partial<Record<AttackName, string>>> = {};
  private readonly found = new Map<string, Place>();
  private readonly items = [...ITEMS];

  private constructor(
    private readonly administrator: HarmattanClient,
    private readonly finance: HarmattanClient,
    private readonly payer: HarmattanClient,
    private readonly faqId: string,
    private readonly bankSecret: string,
  ) {}

  static async begin(): Promise<Injection> {
    const administrator = await theConsole().client('Administrator');
    const payer = newClient();
    const { password } = theConsole().seed;
    await payer.signIn('user_profile_login', { emal: 'ada@demo.example', pswd: password, dvty: 'Web', dsnm: 'payer' });
    const [faq] = (await administrator.page('control_support_faq_fetch', {})).items;
    const bankSecret = await readFile(join(theConsole().folder, 'sandbox-webhook.secret'), 'utf8');
    return new Injection(administrator, await theConsole().client('Finance'), payer, faq!.marker, bankSecret.trim());
  }

  get places(): Place[] {
    return [...this.found.values()];
  }

  async everything(): Promise<void> {
    // First, so that what is proposed of wallets is on the first page of proposals.
    const surcharges = new Map<string, string>();
    for (const text of Object.values(ATTACKS)) surcharges.set(text, await this.proposeSurcharge(text));
    for (const [name, text] of Object.entries(ATTACKS) as [AttackName, string][]) {
      const person = newClient();
      const user = await this.register(person, name, text);
      await this.writeAs(person, user, name, text);
      await this.publish(name, text);
      await this.actOn(user, name, text);
      // Not one after the other, because their pages have one title.
      for (const part of ['Reason', 'Name']) this.seenAt(`${part} ${text}`, `/proposals/${surcharges.get(text)!}`, 'Proposal');
      this.seenAt(text, `/search?q=${encodeURIComponent(text)}`, 'Search');
      await this.pay(text);
      await this.refuse(name, text);
    }
  }

  private async register(person: HarmattanClient, name: AttackName, text: string) {
    const emal = `${name}@attack.example`;
    const account = { fsnm: 'Ada', lsnm: 'Obi', emal, pswd: PASSWORD };
    const { userid } = await person.signIn('user_profile_create', { ...account, devt: 'Web', devs: text, devn: text });
    const path = `/users/${userid}`;
    this.seenAt(text, `${path}?tab=logins`, 'User');
    return { userid, emal, path };
  }

  private async writeAs(person: HarmattanClient, { emal, path }: { emal: string; path: string }, name: AttackName, text: string) {
    const device = { dvty: 'Web', dsnm: text, dvnm: text };
    const ticket = await person.call('support_ticket_create', { subject: text, message: text, category: 'technical' });
    const ticketPath = `/tickets/${ticket.ticket_id}`;
    for (const place of ['/tickets', ticketPath]) this.seenAt(text, place, place === '/tickets' ? 'Tickets' : 'Ticket');
    this.seenAt(text, `${path}?tab=tickets`, 'User');
    await this.administrator.call('control_support_ticket_reply', { ticket_id: ticket.ticket_id, message: `Reply ${text}` });
    this.seenAt(`Reply ${text}`, ticketPath, 'Ticket');
    await this.attempt('name of a file', name, async () => {
      await person.upload({ fileName: `${text}.txt`, content: Buffer.from('Hello'), contentType: 'text/plain' });
      // Names of files are stored without most signs.
      this.seenAt('', `${path}?tab=files`, 'User');
    });
    await this.payer.call('user_transfer_create', { email: emal, amount: 100, messge: text });
    this.seenAt(text, `${path}?tab=transfers`, 'User');
    await person.call('core_contact_create', { flnm: 'Ada Obi', emad: emal, sbjt: text, msge: text, ...device });
    this.seenAt(text, '/contact', 'Contact forms', 'Read');
    await person.call('app_feedback_create', { mesg: text, ...device });
    this.seenAt(text, '/feedback', 'Feedback');
    await person.call('support_faq_rating', { faq_id: this.faqId, helpful: true, feedback: text });
    this.seenAt(text, `/faqs/${this.faqId}`, 'Ratings of an FAQ');
    await person.call('ads_log_create', { adsxid: text, dvtype: text, dvserial: text, dvname: text, city: text, country: text });
    this.seenAt(text, '/ads', 'Ads');
  }

  /** What staff write for everybody. */
  private async publish(name: AttackName, text: string) {
    await this.administrator.call('control_support_faq_create', { qstn: text, answ: text, category: text });
    this.seenAt(text, '/faqs', 'FAQs');
    const urls = { vurl: 'https://video.example/1', purl: 'https://video.example/1.png' };
    await this.administrator.call('control_support_tutorial_create', { ttle: text, cntx: text, ...urls });
    this.seenAt(text, '/tutorials', 'Tutorials');
    const [tutorial] = (await this.administrator.page('support_tutorial_fetch', {})).items;
    this.seenAt(text, `/tutorials/${tutorial!.marker}`, 'Tutorial');
    await this.administrator.call('control_webhook_endpoint_create', {
      url: `https://${name}.invalid/`,
      description: text,
      events: ['contact.created'],
    });
    this.seenAt(text, '/webhook-endpoints', 'Webhook endpoints');
  }

  /** What staff do to a user, each with its reason, and to each other. */
  private async actOn({ userid, emal, path }: { userid: string; emal: string; path: string }, name: AttackName, text: string) {
    const { MKID } = await this.finance.call('control_wallet_adjust', { emal, amount: 10, reason: text, ticket: text });
    this.seenAt(text, '/proposals', 'Proposals');
    this.seenAt(text, `/proposals/${MKID}`, 'Proposal');
    await this.administrator.call('control_user_modify', { uxid: userid, status: 'suspended', reason: text, notify: true });
    this.seenAt(text, `${path}?tab=audit`, 'User');
    this.seenAt(text, `${path}?tab=notices`, 'User');
    this.seenAt(text, '/audit?by=action&value=control_user_modify', 'Audit', 'Show');
    await this.administrator.call('control_staff_profile_create', {
      stemail: `staff-${emal}`,
      stphone: '+2348030000700',
      stxrole: text,
      stxdept: text,
      stafbio: text,
      ...NO_GRANTS,
    });
    this.seenAt(text, '/staff', 'Staff');
    const [member] = (await this.administrator.page('control_staff_members_fetch', {})).items;
    this.seenAt(text, `/staff/${member!.rquxid}`, 'Member of staff');
  }

  /** Each of another item, of which one proposal is open at a time. */
  private async proposeSurcharge(text: string): Promise<string> {
    const { MKID } = await this.finance.call('control_tariff_propose', {
      kind: 'surcharge',
      subject: this.items.pop()!,
      name: `Name ${text}`,
      terms: '[{"from": 0, "fee": 10}]',
      reason: `Reason ${text}`,
    });
    return MKID;
  }

  /** Fields that take no text but one of their kind. */
  private async refuse(name: AttackName, text: string) {
    const { administrator, payer } = this;
    const tutorial = { ttle: 'Title', cntx: 'Content', vurl: 'https://video.example/1', purl: 'https://video.example/1.png' };
    const form = { flnm: 'Name', emad: 'a@attack.example', msge: 'Text', dvty: 'Web', dsnm: 'serial' };
    const staff = {
      stemail: 'b@attack.example',
      stphone: '+2348030000700',
      stxrole: 'R',
      stxdept: 'D',
      stafbio: 'B',
      ...NO_GRANTS,
    };
    const named = {
      fsnm: text,
      lsnm: 'Name',
      emal: 'c@attack.example',
      pswd: PASSWORD,
      devt: 'Web',
      devs: 'serial',
      devn: 'Name',
    };
    const account = { ...named, fsnm: 'Name', emal: text };
    const calls: [HarmattanClient, Action, object][] = [
      [administrator, 'control_support_tutorial_create', { ...tutorial, vurl: text }],
      [administrator, 'control_support_tutorial_create', { ...tutorial, purl: text }],
      [administrator, 'control_webhook_endpoint_create', { url: text }],
      [administrator, 'control_staff_profile_create', { ...staff, stemail: text }],
      [administrator, 'control_staff_profile_create', { ...staff, stphone: text }],
      [administrator, 'control_test_user_create', account],
      [administrator, 'control_test_user_create', named],
      [administrator, 'control_user_modify', { uxid: 'nobody', fNme: text }],
      [payer, 'user_profile_update', { fNme: text }],
      [payer, 'core_contact_create', { ...form, flnm: text }],
      [newClient(), 'user_profile_create', named],
      [payer, 'core_contact_create', { ...form, emad: text }],
      [newClient(), 'user_profile_create', account],
      [payer, 'service_airtime_purchase', { provider: text, phone: '08030001234', amount: 100, ...BILLER }],
    ];
    for (const [client, action, input] of calls) {
      const field = Object.entries(input).find(([, value]) => value === text)![0];
      await this.attempt(`${action} ${field}`, name, () => client.call(action, input));
    }
  }

  /** By a webhook of the sandbox's bank, into an account that no order has. */
  private async pay(payerName: string) {
    const transactionId = randomUUID();
    const data = { accountNumber: UNKNOWN_ACCOUNT, amount: 50, transactionId, payerName };
    const body = JSON.stringify({ type: 'deposit.received', data });
    const [id, timestamp] = [`evt_${transactionId}`, String(Math.floor(theConsole().service.now() / 1000))];
    const signature = await webhookSignature(this.bankSecret, id, timestamp, body);
    const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
    const address = `${theConsole().service.url}/webhook_receive?provider=sandbox`;
    await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
    await until(async () => {
      const [payment] = (await this.administrator.page('control_suspense_fetch', { rqtp: 'open' })).items;
      if (payment?.transaction_id !== transactionId) return false;
      this.seenAt(payerName, `/suspense/${payment.marker}`, 'Payment in suspense');
      return true;
    });
    this.seenAt(payerName, '/suspense', 'Suspense');
    const [webhook] = (await this.administrator.page('control_webhook_fetch', { rqtp: 'provider', rqvl: 'sandbox' })).items;
    this.seenAt(payerName, `/webhooks/${webhook!.marker}`, 'Webhook');
  }

  private async attempt(field: string, name: AttackName, call: () => Promise<unknown>): Promise<void> {
    try {
      await call();
    } catch (error) {
      if (!isHarmattanError(error) || error.status >= 500) throw error;
      (this.refused[field] ??= {})[name] = error.id;
    }
  }

  private seenAt(text: string, path: string, title: string, opens?: string): void {
    const place = this.found.get(path) ?? { path, title, opens, texts: new Set() };
    place.texts.add(text);
    this.found.set(path, place);
  }
}

const BILLER = { billerId: 'mtn-airtime', category: 'airtime', billerName: 'MTN', billerItem: 'Top-up' };
const NO_GRANTS = { staffcx: {}, statscx: {}, offercx: {}, helpscx: {}, userscx: {}, othercx: {} };

function newClient(): HarmattanClient {
  return new HarmattanClient({ baseUrl: theConsole().service.url });
}
