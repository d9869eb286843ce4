import type { TestUser } from '../../support/app.js';
import { fault, NO_DATA, NO_RECORD, NOT_PROCESSED, recipe, type Section, UNSUPPORTED } from '../support/section.js';
import { unique, type ContractFixture } from '../support/contract-fixture.js';

const DEVICE = { dvnm: 'Pixel', dvty: 'Android', dsnm: 'R58M12ABCDE' };
const NOT_ALLOWED = "Oops, you don't have the necessary permission for this request";
const NO_TICKET = 'Ticket not found';
const NOTE = { filename: 'note.txt', content_type: 'text/plain', data: Buffer.from('It is broken.').toString('base64') };
const later = () => String(Date.now() + 1000);

const markerOf = async (world: ContractFixture, action: string) =>
  (await world.must(action, await world.goodCall(action))).body.DATA.MKID as string;
const newFaq = (world: ContractFixture) => markerOf(world, 'control_support_faq_create');
const newTutorial = (world: ContractFixture) => markerOf(world, 'control_support_tutorial_create');

/** Tickets are opened by somebody new: nobody opens more than five within ten minutes. */
async function newTicket(world: ContractFixture): Promise<{ as: TestUser; ticket_id: string }> {
  const as = await world.person();
  const body = { subject: 'Help', message: 'Please', category: 'technical', attachments: [NOTE] };
  return { as, ticket_id: (await world.must('support_ticket_create', { as, body })).body.DATA.ticket_id as string };
}

async function closedTicket(world: ContractFixture): Promise<{ as: TestUser; ticket_id: string }> {
  const { as, ticket_id } = await newTicket(world);
  await world.must('support_ticket_close', { as, body: { ticket_id } });
  return { as, ticket_id };
}

async function publishedTutorial(world: ContractFixture): Promise<string> {
  const qxid = await newTutorial(world);
  await world.must('support_tutorial_update', { as: world.staff, body: { qxid, status: 'published' } });
  return qxid;
}

/** A good call by staff who lack every permission. */
const lacking = (action: string) =>
  recipe(NOT_ALLOWED, async (world) => world.call(action, { ...(await world.goodCall(action)), as: world.clerk }));

/** B4.3, feedback: what people think of the service. */
const feedback: Section = {
  calls: {
    control_user_trade_feedback: async (world) => {
      await markerOf(world, 'app_feedback_create');
      return { as: world.staff, query: { rqsx: 'pending', page: later(), pnum: 5 } };
    },
  },
  lists: {
    control_user_trade_feedback: async (world) => {
      for (const status of ['approved', 'rejected']) {
        const qxid = await markerOf(world, 'app_feedback_create');
        const update = { method: 'PATCH', as: world.staff, body: { qxid, status } };
        await world.service.client.call('control_user_feedback_update', update);
      }
      await markerOf(world, 'app_feedback_create');
      return { pending: '', approved: '', rejected: '' };
    },
  },
  recipes: {
    control_user_trade_feedback: {
      'lacking permission': lacking('control_user_trade_feedback'),
      'unsupported feedback status': recipe(UNSUPPORTED, (world) =>
        world.call('control_user_trade_feedback', { as: world.staff, query: { rqsx: 'lost' } }),
      ),
      'no data': recipe(NO_DATA, (world) =>
        world.call('control_user_trade_feedback', { as: world.staff, query: { page: '1000000000000' } }),
      ),
    },
  },
};

/** B4.4: Contact forms and feedback. */
const contact: Section = {
  calls: {
    core_contact_create: () => ({
      body: { flnm: 'Ngozi Eze', emad: 'ngozi@example.com', sbjt: 'Refund', msge: 'Where is it?', ...DEVICE },
    }),
    core_contact_fetch: async (world) => ({
      query: { rqid: await markerOf(world, 'core_contact_create'), page: later() },
    }),
    app_feedback_create: ({ ada }) => ({ body: { mesg: 'Very fast', uxid: ada.userid, ...DEVICE } }),
  },
  lists: {},
  recipes: {
    core_contact_fetch: {
      'no record matches': recipe(NO_RECORD, (world) =>
        world.call('core_contact_fetch', { query: { rqid: world.unknownMarker } }),
      ),
    },
    app_feedback_create: { 'could not process': fault('app_feedback_create') },
  },
};

/** B4.5: FAQs. */
const faqs: Section = {
  calls: {
    control_support_faq_create: ({ staff }) => ({
      as: staff,
      body: { qstn: `${unique('Why ')}?`, answ: '<b>So</b>.', category: 'account' },
    }),
    control_support_faq_fetch: async (world) => ({
      query: { reqv: await newFaq(world), category: 'account', page: later() },
    }),
    control_support_faq_remove: async (world) => ({ as: world.staff, query: { reqv: await newFaq(world) } }),
    control_support_faq_update: async (world) => ({
      as: world.staff,
      body: { qxid: await newFaq(world), qstn: unique('How '), answ: 'Thus.', category: 'payment' },
    }),
    support_faq_toggle_helpful: async (world) => ({
      as: await world.person(),
      body: { faq_id: await newFaq(world), helpful: true, feedback: 'Short' },
    }),
    support_faq_categories: ({ ada }) => ({ as: ada }),
    support_faq_rating: async (world) => ({
      as: await world.person(),
      body: { faq_id: await newFaq(world), helpful: false, feedback: 'Too short' },
    }),
  },
  lists: {},
  recipes: {
    control_support_faq_create: {
      'duplicate question': recipe(undefined, async (world) => {
        const call = await world.goodCall('control_support_faq_create');
        await world.must('control_support_faq_create', call);
        return world.call('control_support_faq_create', call);
      }),
      'lacking permission': lacking('control_support_faq_create'),
    },
    control_support_faq_fetch: {
      'no record matches': recipe(NO_RECORD, (world) =>
        world.call('control_support_faq_fetch', { query: { reqv: world.unknownMarker } }),
      ),
    },
    control_support_faq_remove: {
      'could not process': recipe(NOT_PROCESSED, (world) =>
        world.call('control_support_faq_remove', { as: world.staff, query: { reqv: world.unknownMarker } }),
      ),
      'lacking permission': lacking('control_support_faq_remove'),
    },
    control_support_faq_update: {
      'could not process': recipe(NOT_PROCESSED, (world) =>
        world.call('control_support_faq_update', { as: world.staff, body: { qxid: world.unknownMarker, answ: 'x' } }),
      ),
      'lacking permission': lacking('control_support_faq_update'),
      'nothing to change': recipe(undefined, async (world) =>
        world.call('control_support_faq_update', { as: world.staff, body: { qxid: await newFaq(world) } }),
      ),
    },
    support_faq_toggle_helpful: {
      'FAQ not found': recipe('FAQ not found', (world) =>
        world.call('support_faq_toggle_helpful', { as: world.ada, body: { faq_id: world.unknownMarker, helpful: true } }),
      ),
      'too many requests': recipe('Too many requests, please slow down', async (world) => {
        const call = await world.goodCall('support_faq_toggle_helpful');
        for (let toggles = 0; toggles < 10; toggles++) await world.must('support_faq_toggle_helpful', call);
        return world.call('support_faq_toggle_helpful', call);
      }),
    },
    support_faq_rating: {
      'FAQ not found': recipe('FAQ not found', (world) =>
        world.call('support_faq_rating', { as: world.ada, body: { faq_id: world.unknownMarker, helpful: true } }),
      ),
      'already rated with the same value': recipe('You have already rated this FAQ', async (world) => {
        const call = await world.goodCall('support_faq_rating');
        await world.must('support_faq_rating', call);
        return world.call('support_faq_rating', call);
      }),
    },
  },
};

/** B4.6: Support tickets. */
const tickets: Section = {
  calls: {
    support_ticket_create: async (world) => ({
      as: await world.person(),
      body: { subject: 'Help', message: '**Please**', category: 'payment', priority: 'high', attachments: [NOTE] },
    }),
    support_ticket_fetch: async (world) => {
      const { as } = await newTicket(world);
      const dates = { from: '2020-01-01', to: new Date(Date.now() + 86_400_000).toISOString() };
      return { as, query: { status: 'open', category: 'technical', ...dates, page: 1, limit: 5 } };
    },
    support_ticket_get: async (world) => {
      const { as, ticket_id } = await newTicket(world);
      return { as, query: { ticket_id } };
    },
    support_ticket_reply: async (world) => {
      const { as, ticket_id } = await newTicket(world);
      return { as, body: { ticket_id, message: 'And?', attachments: [NOTE] } };
    },
    support_ticket_close: async (world) => {
      const { as, ticket_id } = await newTicket(world);
      return { as, body: { ticket_id } };
    },
  },
  lists: {},
  recipes: {
    support_ticket_create: {
      'invalid category': recipe(undefined, async (world) => {
        const { as, body } = await world.goodCall('support_ticket_create');
        return world.call('support_ticket_create', { as, body: { ...(body as object), category: 'weather' } });
      }),
      'attachment exceeds 10 MB': recipe(undefined, async (world) => {
        const { as, body } = await world.goodCall('support_ticket_create');
        const data = Buffer.alloc(10 * 1024 * 1024 + 1, 'text ').toString('base64');
        return world.call('support_ticket_create', { as, body: { ...(body as object), attachments: [{ ...NOTE, data }] } });
      }),
      'too many tickets created recently': recipe('Too many tickets created recently, please try again later', async (world) => {
        const { as, body } = await world.goodCall('support_ticket_create');
        const call = { as, body: { ...(body as object), attachments: [] } };
        for (let tickets = 0; tickets < 5; tickets++) await world.must('support_ticket_create', call);
        return world.call('support_ticket_create', call);
      }),
    },
    support_ticket_fetch: {
      'no data': recipe(NO_DATA, (world) => world.call('support_ticket_fetch', { as: world.newcomer })),
    },
    support_ticket_get: {
      'ticket not found': recipe(NO_TICKET, (world) =>
        world.call('support_ticket_get', { as: world.ada, query: { ticket_id: world.unknownMarker } }),
      ),
    },
    support_ticket_reply: {
      'ticket not found': recipe(NO_TICKET, (world) =>
        world.call('support_ticket_reply', { as: world.ada, body: { ticket_id: world.unknownMarker, message: 'And?' } }),
      ),
      'ticket is closed': recipe('This ticket is closed', async (world) => {
        const { as, ticket_id } = await closedTicket(world);
        return world.call('support_ticket_reply', { as, body: { ticket_id, message: 'And?' } });
      }),
    },
    support_ticket_close: {
      'ticket not found': recipe(NO_TICKET, (world) =>
        world.call('support_ticket_close', { as: world.ada, body: { ticket_id: world.unknownMarker } }),
      ),
      'ticket is closed': recipe('This ticket is closed', async (world) => {
        const { as, ticket_id } = await closedTicket(world);
        return world.call('support_ticket_close', { as, body: { ticket_id } });
      }),
    },
  },
};

/** B4.7: Tutorials. */
const tutorials: Section = {
  calls: {
    control_support_tutorial_create: ({ staff }) => ({
      as: staff,
      body: {
        ttle: 'How to pay a bill',
        cntx: 'Open the app.',
        vurl: 'https://videos.example.com/1',
        purl: 'https://pictures.example.com/1.png',
      },
    }),
    support_tutorial_remove: async (world) => ({
      as: world.staff,
      query: { reqv: await newTutorial(world), permanent: true },
    }),
    support_tutorial_update: async (world) => ({
      as: world.staff,
      body: {
        qxid: await newTutorial(world),
        ttle: 'How to pay another bill',
        cntx: 'Open it again.',
        vurl: 'https://videos.example.com/2',
        purl: 'https://pictures.example.com/2.png',
        status: 'published',
      },
    }),
    support_tutorial_fetch: async (world) => ({
      query: { reqv: await publishedTutorial(world), search: 'bill', page: later() },
    }),
  },
  lists: {},
  recipes: {
    control_support_tutorial_create: { 'lacking permission': lacking('control_support_tutorial_create') },
    support_tutorial_remove: {
      'missing reqv': recipe(undefined, (world) => world.call('support_tutorial_remove', { as: world.staff })),
      'not an administrator': recipe(NOT_ALLOWED, async (world) =>
        world.call('support_tutorial_remove', { ...(await world.goodCall('support_tutorial_remove')), as: world.ada }),
      ),
      'tutorial not found': recipe('Tutorial not found', (world) =>
        world.call('support_tutorial_remove', { as: world.staff, query: { reqv: world.unknownMarker } }),
      ),
    },
    support_tutorial_update: {
      'not an administrator': recipe(NOT_ALLOWED, async (world) =>
        world.call('support_tutorial_update', { ...(await world.goodCall('support_tutorial_update')), as: world.ada }),
      ),
      'could not process': recipe(NOT_PROCESSED, (world) =>
        world.call('support_tutorial_update', { as: world.staff, body: { qxid: world.unknownMarker, ttle: 'x' } }),
      ),
      'nothing to change': recipe(undefined, async (world) =>
        world.call('support_tutorial_update', { as: world.staff, body: { qxid: await newTutorial(world) } }),
      ),
    },
    support_tutorial_fetch: {
      'no record matches': recipe(NO_RECORD, (world) =>
        world.call('support_tutorial_fetch', { query: { reqv: world.unknownMarker } }),
      ),
    },
  },
};

/** B4.3 (feedback) to B4.7. */
export const support: readonly Section[] = [feedback, contact, faqs, tickets, tutorials];
