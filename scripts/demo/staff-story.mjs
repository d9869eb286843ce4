/** The other side of the story: who runs the service reads its figures, tells a partner of what happens, and helps a user. */
import sharp from 'sharp';
import { makeAuthenticator } from './authenticator.mjs';
import { Client } from './client.mjs';
import { naira } from './screen.mjs';
import { Subscriber } from './subscriber.mjs';
import { same } from './assert-same.mjs';

const password = 'Sahara-Dust-2026';

export async function tellStaffStory(service, screen, user) {
  const staff = await becomeStaff(service, screen);
  await readStatistics(screen, staff);
  const photo = await uploadPhoto(screen, user);
  const subscriber = await Subscriber.start();
  try {
    const endpoint = await createEndpoint(screen, staff, subscriber);
    const ticketId = await openTicket(screen, user, photo);
    await retryWebhook(screen, staff, subscriber, endpoint, ticketId);
    await answerTicket(screen, staff, user, subscriber, ticketId);
  } finally {
    subscriber.stop();
  }
  await writeFaq(service, screen, staff, user);
}

async function becomeStaff(service, screen) {
  screen.step('The operator makes the first administrator: there is no default account');
  const email = 'chidi@example.com';
  const command = ['staff:create-admin', '--email', email, '--first-name', 'Chidi', '--last-name', 'Eze'];
  const { exitCode, output } = await screen.during('staff:create-admin', () => service.runCommand(...command));
  if (exitCode !== 0) throw new Error(`staff:create-admin exits with ${exitCode}\n${output}`);
  const { agentName, registrationId, totpSecret } = JSON.parse(output);
  screen.tell('Agent', agentName);
  const nextCode = makeAuthenticator(totpSecret);
  const anybody = new Client(service.origin);
  const registration = { rgid: registrationId, emal: email, pswd: password, pinc: nextCode() };
  const { status } = await anybody.post('control_staff_profile_register', registration);
  same('the status of the new administrator', status, 'active');
  screen.good('Chidi registers with the registration ID, a password and a code of an authenticator app');

  screen.step('Chidi signs in, with another code: each is good once');
  const device = { dvty: 'Web', dsnm: 'desk-1', dvnm: "Chidi's desk" };
  const login = { emal: email, pswd: password, pinc: nextCode(), ...device };
  const client = new Client(service.origin, await anybody.post('control_staff_profile_login', login));
  const profile = await client.get('control_staff_profile_get');
  same('what the administrator may do', profile.otherControl.paymentHook, 'YES');
  screen.tell('Signed in', `${profile.fullName}, ${profile.status}`);
  return client;
}

async function readStatistics(screen, staff) {
  screen.step('Chidi reads the statistics of this month');
  const read = (rqtp) => staff.get('control_statistic_data_fetch', { rqtp });
  const { trade, newUsers } = await screen.waitFor('What happened is counted', async () => {
    const [counted, people] = await Promise.all([read('trade_volume'), read('new_users')]);
    // Electricity for 5,000 and airtime for 500; the purchase that failed is counted, too, but adds no volume. Chidi is a user as well.
    const isComplete = counted.tradCount === '3' && counted.tradVolum === '5500.00' && people.newUsers === '3';
    return isComplete && { trade: counted, newUsers: people.newUsers };
  });
  screen.tell('Purchases', `${trade.tradCount}, ${naira(Number(trade.tradVolum))} of them completed`);
  screen.tell('New users', newUsers);
  const { activUser } = await read('active_users');
  screen.tell('Active users', activUser);
  const { deposits, transactions } = await read('active_order');
  same('what is under way', [deposits, transactions], [0, 0]);
  screen.tell('Under way', `${deposits} deposits, ${transactions} purchases`);
}

async function uploadPhoto(screen, { client, name }) {
  screen.step(`${name} uploads a photo of the phone`);
  const place = 'Taken at home, 6.4541 N 3.3947 E';
  const picture = sharp({ create: { width: 640, height: 480, channels: 3, background: '#2a6f4e' } });
  const bytes = await picture
    .withExif({ IFD0: { ImageDescription: place } })
    .jpeg()
    .toBuffer();
  const file = await client.upload('core_file_upload', 'airtime.jpg', bytes, 'image/jpeg');
  screen.tell(file.fileName, `${file.fileType}, ${bytes.length} bytes`);
  const clean = await screen.waitFor('The photo is looked at and written anew', async () => {
    const response = await fetch(file.filePath);
    const served = Buffer.from(await response.arrayBuffer());
    return response.ok && !served.includes(place) && served;
  });
  const found = await client.get('core_file_fetch', { rqtp: 'mk', rqvl: file.marker });
  same('the size of what is served', clean.length, found.fileSize);
  screen.good(`It is served without where it was taken, ${clean.length} bytes`);
  return { fileName: file.fileName, bytes: clean };
}

async function createEndpoint(screen, staff, subscriber) {
  screen.step('Chidi has a partner told of tickets, but mistakes the address');
  const url = 'http://192.168.7.20/harmattan';
  const endpoint = await staff.post('control_webhook_endpoint_create', {
    url,
    events: ['ticket.created', 'ticket.replied'],
    description: 'The call centre',
  });
  subscriber.secret = endpoint.secret;
  screen.tell('Endpoint', endpoint.url);
  screen.tell('Events', endpoint.events.join(', '));
  screen.tell('Secret, shown once', `${endpoint.secret.slice(0, 10)}…`);
  return endpoint;
}

async function openTicket(screen, { client, name }, { fileName, bytes }) {
  screen.step(`${name} opens a support ticket, with the photo`);
  const attachments = [{ filename: fileName, content_type: 'image/jpeg', data: bytes.toString('base64') }];
  const ticket = { subject: 'Airtime failed', message: 'The network refused it. Is my money safe?', category: 'payment' };
  const { ticket_id, reference_number, status } = await client.post('support_ticket_create', { ...ticket, attachments });
  screen.tell(`Ticket ${reference_number}`, status);
  return ticket_id;
}

async function retryWebhook(screen, staff, subscriber, endpoint, ticketId) {
  screen.step('The webhook fails; Chidi corrects the address and tries again');
  const failed = await screen.waitFor('The webhook goes out', async () => {
    const { result } = await staff.get('control_webhook_fetch', { rqtp: 'provider', rqvl: endpoint.marker }).catch(nothingYet);
    return result.find(({ status }) => status === 'failed');
  });
  same('the attempts at the webhook', failed.attempts, 1);
  screen.tell(`${failed.event} ${failed.status}`, `${failed.lastError}: no request leads into a private network`);
  await staff.patch('control_webhook_endpoint_update', { endpointId: endpoint.marker, url: subscriber.url });
  screen.tell('Endpoint', subscriber.url);
  const { message, data } = await staff.post('webhook_reprocess', { webhookId: failed.marker });
  same('the retries by hand', data.retryCount, 1);
  screen.good(message);
  const event = await received(screen, subscriber, 'ticket.created');
  same('the ticket that the partner is told of', event.data.ticketId, ticketId);
  const webhook = await screen.waitFor('The service notes it', async () => {
    const found = await staff.get('control_webhook_fetch', { rqtp: 'mk', rqvl: failed.marker });
    return found.status === 'succeeded' && found;
  });
  same(
    'what became of each attempt',
    webhook.history.map(({ kind, outcome }) => `${kind} ${outcome}`),
    ['automatic failed', 'manual succeeded'],
  );
  screen.good('The partner has it, with a signature that holds');
}

async function answerTicket(screen, staff, { client, name }, subscriber, ticketId) {
  screen.step(`Chidi answers, ${name} reads it and closes the ticket`);
  const { result } = await staff.get('control_support_ticket_fetch', { status: 'open' });
  same(
    'the open tickets',
    result.map(({ ticket_id }) => ticket_id),
    [ticketId],
  );
  const answer = 'It is: the money came back at once.';
  const { COMMENT } = await staff.post('control_support_ticket_reply', { ticket_id: ticketId, message: answer });
  screen.good(COMMENT);
  const { messages } = await client.get('support_ticket_get', { ticket_id: ticketId });
  for (const { from, message, attachments } of messages)
    screen.tell(from, [message, ...attachments.map(({ fileName }) => `[${fileName}]`)].join(' '));
  same('the answer', messages.at(-1).message, answer);
  await received(screen, subscriber, 'ticket.replied');
  screen.good('The partner is told of it, at the first attempt');
  const closed = await client.post('support_ticket_close', { ticket_id: ticketId });
  screen.good(closed.COMMENT);
}

async function writeFaq(service, screen, staff, { client, name }) {
  screen.step(`Chidi makes an FAQ of it, and ${name} finds it helpful`);
  const faq = { qstn: 'What if a purchase fails?', answ: 'The money comes back to your wallet at once.', category: 'Purchases' };
  const { MKID: faq_id } = await staff.post('control_support_faq_create', faq);
  const shown = await new Client(service.origin).get('control_support_faq_fetch', { reqv: faq_id });
  screen.tell(shown.question, shown.answer);
  const rating = await client.post('support_faq_rating', { faq_id, helpful: true });
  same('how many find it helpful', rating.current_helpful_count, 1);
  screen.good(rating.thank_you_message);
}

async function received(screen, subscriber, type) {
  return screen.waitFor(`The partner hears of ${type}`, () => subscriber.received.find((event) => event.type === type));
}

/** A list that would be empty is an error of the service. */
function nothingYet(error) {
  if (error.status === 404) return { result: [] };
  throw error;
}
