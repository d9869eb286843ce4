/** The staff part of the demo: an administrator reads statistics, configures a webhook endpoint and answers a ticket. */
import { type Data, HarmattanClient } from '@harmattan/client';
import sharp from 'sharp';
import { assertEqual } from './assert-equal.js';
import { createAdministrator } from './administrator.js';
import type { Customer } from './customer.js';
import type { DemoService } from './service.js';
import { type ReceivedEvent, Subscriber } from './subscriber.js';
import { naira, type Terminal } from './terminal.js';

type Endpoint = Data<'control_webhook_endpoint_create'>;

interface Photo {
  readonly fileName: string;
  readonly bytes: Buffer;
}

export async function runStaffDemo(service: DemoService, terminal: Terminal, user: Customer): Promise<void> {
  const staff = await registerAdministrator(service, terminal);
  await readStatistics(terminal, staff);
  const photo = await uploadPhoto(terminal, user);
  const subscriber = await Subscriber.start();
  try {
    const endpoint = await createEndpoint(terminal, staff, subscriber);
    await correctEndpoint(terminal, staff, subscriber, endpoint);
    const ticketId = await openTicket(terminal, user, photo);
    const event = await waitForEvent(terminal, subscriber, 'ticket.created');
    assertEqual('the ticket of the webhook', event.data.ticketId, ticketId);
    terminal.success('The partner has it, with a signature that holds');
    await answerTicket(terminal, staff, user, subscriber, ticketId);
  } finally {
    subscriber.stop();
  }
  await writeFaq(service, terminal, staff, user);
}

/** Fields of the statistics that are read here; each has some of them. */
interface Statistics {
  readonly tradCount: string;
  readonly tradVolum: string;
  readonly newUsers: string;
  readonly activUser: string;
  readonly deposits: number;
  readonly transactions: number;
}

async function registerAdministrator(service: DemoService, terminal: Terminal): Promise<HarmattanClient> {
  terminal.step('The operator makes the first administrator: there is no default account');
  const chidi = await createAdministrator(service, terminal, { firstName: 'Chidi', lastName: 'Eze' });
  terminal.field('Agent', chidi.agentName);
  terminal.success('Chidi registers with the registration ID, a password and a code of an authenticator app');

  terminal.step('Chidi signs in, with another code: each is good once');
  await chidi.signIn();
  const profile = await chidi.client.call('control_staff_profile_get');
  assertEqual('what the administrator may do', profile.otherControl.paymentHook, 'YES');
  terminal.field('Signed in', `${profile.fullName}, ${profile.status}`);
  return chidi.client;
}

async function readStatistics(terminal: Terminal, staff: HarmattanClient): Promise<void> {
  terminal.step('Chidi reads the statistics of this month');
  const read = async (rqtp: 'trade_volume' | 'new_users' | 'active_users' | 'active_order') =>
    (await staff.call('control_statistic_data_fetch', { rqtp })) as Statistics;
  const { trade, newUsers } = await terminal.waitFor('What happened is counted', async () => {
    const [counted, users] = await Promise.all([read('trade_volume'), read('new_users')]);
    // Electricity for 5,000 and airtime for 500; the failed purchase counts without volume. Staff are no customers.
    const isComplete = counted.tradCount === '3' && counted.tradVolum === '5500.00' && users.newUsers === '2';
    return isComplete && { trade: counted, newUsers: users.newUsers };
  });
  terminal.field('Purchases', `${trade.tradCount}, ${naira(Number(trade.tradVolum))} of them completed`);
  terminal.field('New users', newUsers);
  const { activUser } = await read('active_users');
  terminal.field('Active users', activUser);
  const { deposits, transactions } = await read('active_order');
  assertEqual('what is under way', [deposits, transactions], [0, 0]);
  terminal.field('Under way', `${deposits} deposits, ${transactions} purchases`);
}

async function uploadPhoto(terminal: Terminal, { client, name }: Customer): Promise<Photo> {
  terminal.step(`${name} uploads a photo of the phone`);
  const place = 'Taken at home, 6.4541 N 3.3947 E';
  const picture = sharp({ create: { width: 640, height: 480, channels: 3, background: '#2a6f4e' } });
  const bytes = await picture
    .withExif({ IFD0: { ImageDescription: place } })
    .jpeg()
    .toBuffer();
  const file = await client.upload({ content: bytes, fileName: 'airtime.jpg', contentType: 'image/jpeg' });
  terminal.field(file.fileName, `${file.fileType}, ${bytes.length} bytes`);
  const clean = await terminal.waitFor('The photo is looked at and written anew', async () => {
    const response = await fetch(file.filePath);
    const served = Buffer.from(await response.arrayBuffer());
    return response.ok && !served.includes(place) && served;
  });
  const [found] = (await client.page('core_file_fetch', { rqtp: 'mk', rqvl: file.marker })).items;
  assertEqual('the size of what is served', clean.length, found?.fileSize);
  terminal.success(`It is served without where it was taken, ${clean.length} bytes`);
  return { fileName: file.fileName, bytes: clean };
}

async function createEndpoint(terminal: Terminal, staff: HarmattanClient, subscriber: Subscriber): Promise<Endpoint> {
  terminal.step('Chidi subscribes a partner to tickets, with a mistake in the address');
  const url = 'https://call-center.example/harmattan';
  const endpoint = await staff.call('control_webhook_endpoint_create', {
    url,
    events: ['ticket.created', 'ticket.replied'],
    description: 'The call centre',
  });
  subscriber.secret = endpoint.secret;
  terminal.field('Endpoint', endpoint.url);
  terminal.field('Events', endpoint.events.join(', '));
  terminal.field('Secret, shown once', `${endpoint.secret.slice(0, 10)}…`);
  return endpoint;
}

async function openTicket(terminal: Terminal, { client, name }: Customer, { fileName, bytes }: Photo): Promise<string> {
  terminal.step(`${name} opens a support ticket, with the photo`);
  const attachments = [{ filename: fileName, content_type: 'image/jpeg', data: bytes.toString('base64') }];
  const ticket = {
    subject: 'Airtime failed',
    message: 'The network refused it. Is my money safe?',
    category: 'payment' as const,
  };
  const { ticket_id, reference_number, status } = await client.call('support_ticket_create', { ...ticket, attachments });
  terminal.field(`Ticket ${reference_number}`, status);
  return ticket_id;
}

async function correctEndpoint(
  terminal: Terminal,
  staff: HarmattanClient,
  subscriber: Subscriber,
  endpoint: Endpoint,
): Promise<void> {
  terminal.step('A ping to it fails; Chidi corrects the address and tries again');
  await staff.call('control_webhook_endpoint_test', { endpointId: endpoint.marker });
  const failed = await terminal.waitFor('The ping goes out', async () => {
    const { items } = await staff.page('control_webhook_fetch', { rqtp: 'provider', rqvl: endpoint.marker });
    return items.find(({ status }) => status === 'failed');
  });
  assertEqual('the attempts at the webhook', failed.attempts, 1);
  terminal.field(`${failed.event} ${failed.status}`, failed.lastError);
  await staff.call('control_webhook_endpoint_update', { endpointId: endpoint.marker, url: subscriber.url });
  terminal.field('Endpoint', subscriber.url);
  const { message, data } = await staff.call('webhook_reprocess', { webhookId: failed.marker });
  assertEqual('the retries by hand', data.retryCount, 1);
  terminal.success(message);
  await waitForEvent(terminal, subscriber, 'ping');
  const webhook = await terminal.waitFor('The service notes it', async () => {
    const [found] = (await staff.page('control_webhook_fetch', { rqtp: 'mk', rqvl: failed.marker })).items;
    return found?.status === 'succeeded' && 'history' in found && found;
  });
  assertEqual(
    'what became of each attempt',
    webhook.history.map(({ kind, outcome }) => `${kind} ${outcome}`),
    ['manual failed', 'manual succeeded'],
  );
}

async function answerTicket(
  terminal: Terminal,
  staff: HarmattanClient,
  { client, name }: Customer,
  subscriber: Subscriber,
  ticketId: string,
): Promise<void> {
  terminal.step(`Chidi answers, ${name} reads it and closes the ticket`);
  const { items } = await staff.page('control_support_ticket_fetch', { status: 'open' });
  assertEqual(
    'the open tickets',
    items.map(({ ticket_id }) => ticket_id),
    [ticketId],
  );
  const answer = 'It is: the money came back at once.';
  const { COMMENT } = await staff.call('control_support_ticket_reply', { ticket_id: ticketId, message: answer });
  terminal.success(COMMENT);
  const { messages } = await client.call('support_ticket_get', { ticket_id: ticketId });
  for (const { from, message, attachments } of messages)
    terminal.field(from, [message, ...attachments.map(({ fileName }) => `[${fileName}]`)].join(' '));
  assertEqual('the answer', messages.at(-1)?.message, answer);
  await waitForEvent(terminal, subscriber, 'ticket.replied');
  terminal.success('The partner receives it at the first attempt');
  const closed = await client.call('support_ticket_close', { ticket_id: ticketId });
  terminal.success(closed.COMMENT);
}

async function writeFaq(
  service: DemoService,
  terminal: Terminal,
  staff: HarmattanClient,
  { client, name }: Customer,
): Promise<void> {
  terminal.step(`Chidi makes an FAQ of it, and ${name} finds it helpful`);
  const faq = { qstn: 'What if a purchase fails?', answ: 'The money comes back to your wallet at once.', category: 'Purchases' };
  const { MKID: faq_id } = await staff.call('control_support_faq_create', faq);
  const visitor = new HarmattanClient({ baseUrl: service.origin });
  const [shown] = (await visitor.page('control_support_faq_fetch', { reqv: faq_id })).items;
  assertEqual('the answer that everybody reads', shown?.answer, faq.answ);
  terminal.field(faq.qstn, faq.answ);
  const rating = await client.call('support_faq_rating', { faq_id, helpful: true });
  assertEqual('how many find it helpful', rating.current_helpful_count, 1);
  terminal.success(rating.thank_you_message);
}

async function waitForEvent(terminal: Terminal, subscriber: Subscriber, type: string): Promise<ReceivedEvent> {
  return terminal.waitFor(`The partner hears of ${type}`, () => subscriber.received.find((event) => event.type === type));
}
