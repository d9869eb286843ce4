import type { TestUser } from '../../support/app.js';
import { fault, NO_DATA, NO_RECORD, NOT_PROCESSED, recipe, type Section, UNSUPPORTED } from '../support/section.js';
import { unique, type ContractFixture } from '../support/contract-fixture.js';

const DEVICE = { dvnm: 'Pixel', dvty: 'Android', dsnm: 'R58M12ABCDE' };
const NOT_ALLOWED = "Oops, you don't have the necessary permission for this request";
const NO_TICKET = 'Ticket not found';
const NOTE = { filename: 'note.txt', content_type: 'text/plain', data: Buffer.from('It is broken.').toString('base64') };
const later = () => String(Date.now() + 1000);

const markerOf = async (fixture: ContractFixture, action: string) =>
  (await fixture.must(action, await fixture.goodCall(action))).body.DATA.MKID as string;
const newFaq = (fixture: ContractFixture) => markerOf(fixture, 'control_support_faq_create');
const newTutorial = (fixture: ContractFixture) => markerOf(fixture, 'control_support_tutorial_create');

/** By a new user, because a user may open five tickets within ten minutes. */
async function newTicket(fixture: ContractFixture): Promise<{ as: TestUser; ticket_id: string }> {
  const as = await fixture.newUser();
  const body = { subject: 'Help', message: 'Please', category: 'technical', attachments: [NOTE] };
  return { as, ticket_id: (await fixture.must('support_ticket_create', { as, body })).body.DATA.ticket_id as string };
}

async function closedTicket(fixture: ContractFixture): Promise<{ as: TestUser; ticket_id: string }> {
  const { as, ticket_id } = await newTicket(fixture);
  await fixture.must('support_ticket_close', { as, body: { ticket_id } });
  return { as, ticket_id };
}

async function publishedTutorial(fixture: ContractFixture): Promise<string> {
  const qxid = await newTutorial(fixture);
  await fixture.must('support_tutorial_update', { as: fixture.staff, body: { qxid, status: 'published' } });
  return qxid;
}

/** A valid call by staff without permissions. */
const lacking = (action: string) =>
  recipe(NOT_ALLOWED, async (fixture) => fixture.call(action, { ...(await fixture.goodCall(action)), as: fixture.clerk }));

/** B4.3, feedback. */
const feedback: Section = {
  calls: {
    control_user_trade_feedback: async (fixture) => {
      await markerOf(fixture, 'app_feedback_create');
      return { as: fixture.staff, query: { rqsx: 'pending', page: later(), pnum: 5 } };
    },
  },
  lists: {
    control_user_trade_feedback: async (fixture) => {
      for (const status of ['approved', 'rejected']) {
        const qxid = await markerOf(fixture, 'app_feedback_create');
        const update = { method: 'PATCH', as: fixture.staff, body: { qxid, status } };
        await fixture.service.client.call('control_user_feedback_update', update);
      }
      await markerOf(fixture, 'app_feedback_create');
      return { pending: '', approved: '', rejected: '' };
    },
  },
  recipes: {
    control_user_trade_feedback: {
      'lacking permission': lacking('control_user_trade_feedback'),
      'unsupported feedback status': recipe(UNSUPPORTED, (fixture) =>
        fixture.call('control_user_trade_feedback', { as: fixture.staff, query: { rqsx: 'lost' } }),
      ),
      'no data': recipe(NO_DATA, (fixture) =>
        fixture.call('control_user_trade_feedback', { as: fixture.staff, query: { page: '1000000000000' } }),
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
    core_contact_fetch: async (fixture) => ({
      query: { rqid: await markerOf(fixture, 'core_contact_create'), page: later() },
    }),
    app_feedback_create: ({ ada }) => ({ body: { mesg: 'Very fast', uxid: ada.userid, ...DEVICE } }),
  },
  lists: {},
  recipes: {
    core_contact_fetch: {
      'no record matches': recipe(NO_RECORD, (fixture) =>
        fixture.call('core_contact_fetch', { query: { rqid: fixture.unknownMarker } }),
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
    control_support_faq_fetch: async (fixture) => ({
      query: { reqv: await newFaq(fixture), category: 'account', page: later() },
    }),
    control_support_faq_remove: async (fixture) => ({ as: fixture.staff, query: { reqv: await newFaq(fixture) } }),
    control_support_faq_update: async (fixture) => ({
      as: fixture.staff,
      body: { qxid: await newFaq(fixture), qstn: unique('How '), answ: 'Thus.', category: 'payment' },
    }),
    support_faq_toggle_helpful: async (fixture) => ({
      as: await fixture.newUser(),
      body: { faq_id: await newFaq(fixture), helpful: true, feedback: 'Short' },
    }),
    support_faq_categories: ({ ada }) => ({ as: ada }),
    support_faq_rating: async (fixture) => ({
      as: await fixture.newUser(),
      body: { faq_id: await newFaq(fixture), helpful: false, feedback: 'Too short' },
    }),
  },
  lists: {},
  recipes: {
    control_support_faq_create: {
      'duplicate question': recipe(undefined, async (fixture) => {
        const call = await fixture.goodCall('control_support_faq_create');
        await fixture.must('control_support_faq_create', call);
        return fixture.call('control_support_faq_create', call);
      }),
      'lacking permission': lacking('control_support_faq_create'),
    },
    control_support_faq_fetch: {
      'no record matches': recipe(NO_RECORD, (fixture) =>
        fixture.call('control_support_faq_fetch', { query: { reqv: fixture.unknownMarker } }),
      ),
    },
    control_support_faq_remove: {
      'could not process': recipe(NOT_PROCESSED, (fixture) =>
        fixture.call('control_support_faq_remove', { as: fixture.staff, query: { reqv: fixture.unknownMarker } }),
      ),
      'lacking permission': lacking('control_support_faq_remove'),
    },
    control_support_faq_update: {
      'could not process': recipe(NOT_PROCESSED, (fixture) =>
        fixture.call('control_support_faq_update', { as: fixture.staff, body: { qxid: fixture.unknownMarker, answ: 'x' } }),
      ),
      'lacking permission': lacking('control_support_faq_update'),
      'nothing to change': recipe(undefined, async (fixture) =>
        fixture.call('control_support_faq_update', { as: fixture.staff, body: { qxid: await newFaq(fixture) } }),
      ),
    },
    support_faq_toggle_helpful: {
      'FAQ not found': recipe('FAQ not found', (fixture) =>
        fixture.call('support_faq_toggle_helpful', { as: fixture.ada, body: { faq_id: fixture.unknownMarker, helpful: true } }),
      ),
      'too many requests': recipe('Too many requests, please slow down', async (fixture) => {
        const call = await fixture.goodCall('support_faq_toggle_helpful');
        for (let toggles = 0; toggles < 10; toggles++) await fixture.must('support_faq_toggle_helpful', call);
        return fixture.call('support_faq_toggle_helpful', call);
      }),
    },
    support_faq_rating: {
      'FAQ not found': recipe('FAQ not found', (fixture) =>
        fixture.call('support_faq_rating', { as: fixture.ada, body: { faq_id: fixture.unknownMarker, helpful: true } }),
      ),
      'already rated with the same value': recipe('You have already rated this FAQ', async (fixture) => {
        const call = await fixture.goodCall('support_faq_rating');
        await fixture.must('support_faq_rating', call);
        return fixture.call('support_faq_rating', call);
      }),
    },
  },
};

/** B4.6: Support tickets. */
const tickets: Section = {
  calls: {
    support_ticket_create: async (fixture) => ({
      as: await fixture.newUser(),
      body: { subject: 'Help', message: '**Please**', category: 'payment', priority: 'high', attachments: [NOTE] },
    }),
    support_ticket_fetch: async (fixture) => {
      const { as } = await newTicket(fixture);
      const dates = { from: '2020-01-01', to: new Date(Date.now() + 86_400_000).toISOString() };
      return { as, query: { status: 'open', category: 'technical', ...dates, page: 1, limit: 5 } };
    },
    support_ticket_get: async (fixture) => {
      const { as, ticket_id } = await newTicket(fixture);
      return { as, query: { ticket_id } };
    },
    support_ticket_reply: async (fixture) => {
      const { as, ticket_id } = await newTicket(fixture);
      return { as, body: { ticket_id, message: 'And?', attachments: [NOTE] } };
    },
    support_ticket_close: async (fixture) => {
      const { as, ticket_id } = await newTicket(fixture);
      return { as, body: { ticket_id } };
    },
  },
  lists: {},
  recipes: {
    support_ticket_create: {
      'invalid category': recipe(undefined, async (fixture) => {
        const { as, body } = await fixture.goodCall('support_ticket_create');
        return fixture.call('support_ticket_create', { as, body: { ...(body as object), category: 'weather' } });
      }),
      'attachment exceeds 10 MB': recipe(undefined, async (fixture) => {
        const { as, body } = await fixture.goodCall('support_ticket_create');
        const data = Buffer.alloc(10 * 1024 * 1024 + 1, 'text ').toString('base64');
        return fixture.call('support_ticket_create', { as, body: { ...(body as object), attachments: [{ ...NOTE, data }] } });
      }),
      'too many tickets created recently': recipe(
        'Too many tickets created recently, please try again later',
        async (fixture) => {
          const { as, body } = await fixture.goodCall('support_ticket_create');
          const call = { as, body: { ...(body as object), attachments: [] } };
          for (let tickets = 0; tickets < 5; tickets++) await fixture.must('support_ticket_create', call);
          return fixture.call('support_ticket_create', call);
        },
      ),
    },
    support_ticket_fetch: {
      'no data': recipe(NO_DATA, (fixture) => fixture.call('support_ticket_fetch', { as: fixture.newcomer })),
    },
    support_ticket_get: {
      'ticket not found': recipe(NO_TICKET, (fixture) =>
        fixture.call('support_ticket_get', { as: fixture.ada, query: { ticket_id: fixture.unknownMarker } }),
      ),
    },
    support_ticket_reply: {
      'ticket not found': recipe(NO_TICKET, (fixture) =>
        fixture.call('support_ticket_reply', { as: fixture.ada, body: { ticket_id: fixture.unknownMarker, message: 'And?' } }),
      ),
      'ticket is closed': recipe('This ticket is closed', async (fixture) => {
        const { as, ticket_id } = await closedTicket(fixture);
        return fixture.call('support_ticket_reply', { as, body: { ticket_id, message: 'And?' } });
      }),
    },
    support_ticket_close: {
      'ticket not found': recipe(NO_TICKET, (fixture) =>
        fixture.call('support_ticket_close', { as: fixture.ada, body: { ticket_id: fixture.unknownMarker } }),
      ),
      'ticket is closed': recipe('This ticket is closed', async (fixture) => {
        const { as, ticket_id } = await closedTicket(fixture);
        return fixture.call('support_ticket_close', { as, body: { ticket_id } });
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
    support_tutorial_remove: async (fixture) => ({
      as: fixture.staff,
      query: { reqv: await newTutorial(fixture), permanent: true },
    }),
    support_tutorial_update: async (fixture) => ({
      as: fixture.staff,
      body: {
        qxid: await newTutorial(fixture),
        ttle: 'How to pay another bill',
        cntx: 'Open it again.',
        vurl: 'https://videos.example.com/2',
        purl: 'https://pictures.example.com/2.png',
        status: 'published',
      },
    }),
    support_tutorial_fetch: async (fixture) => ({
      query: { reqv: await publishedTutorial(fixture), search: 'bill', page: later() },
    }),
  },
  lists: {},
  recipes: {
    control_support_tutorial_create: { 'lacking permission': lacking('control_support_tutorial_create') },
    support_tutorial_remove: {
      'missing reqv': recipe(undefined, (fixture) => fixture.call('support_tutorial_remove', { as: fixture.staff })),
      'not an administrator': recipe(NOT_ALLOWED, async (fixture) =>
        fixture.call('support_tutorial_remove', { ...(await fixture.goodCall('support_tutorial_remove')), as: fixture.ada }),
      ),
      'tutorial not found': recipe('Tutorial not found', (fixture) =>
        fixture.call('support_tutorial_remove', { as: fixture.staff, query: { reqv: fixture.unknownMarker } }),
      ),
    },
    support_tutorial_update: {
      'not an administrator': recipe(NOT_ALLOWED, async (fixture) =>
        fixture.call('support_tutorial_update', { ...(await fixture.goodCall('support_tutorial_update')), as: fixture.ada }),
      ),
      'could not process': recipe(NOT_PROCESSED, (fixture) =>
        fixture.call('support_tutorial_update', { as: fixture.staff, body: { qxid: fixture.unknownMarker, ttle: 'x' } }),
      ),
      'nothing to change': recipe(undefined, async (fixture) =>
        fixture.call('support_tutorial_update', { as: fixture.staff, body: { qxid: await newTutorial(fixture) } }),
      ),
    },
    support_tutorial_fetch: {
      'no record matches': recipe(NO_RECORD, (fixture) =>
        fixture.call('support_tutorial_fetch', { query: { reqv: fixture.unknownMarker } }),
      ),
    },
  },
};

/** B4.3 (feedback) to B4.7. */
export const support: readonly Section[] = [feedback, contact, faqs, tickets, tutorials];
