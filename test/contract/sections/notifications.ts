import { fault, NO_DATA, recipe, type Section, unsigned } from '../support/section.js';

/** A4.5: Notices and push registrations. */
export const notifications: Section = {
  calls: {
    user_notice_fetch: ({ ada }) => ({ as: ada, query: { page: String(Date.now() + 1000) } }),
    user_notification_fetch: ({ ada }) => ({ as: ada, query: { rqtp: 'user', rqvl: ada.userid } }),
  },
  lists: {
    user_notification_fetch: async (fixture) => {
      const registration = await fixture.first('user_notification_fetch', { as: fixture.ada, query: { rqtp: 'all' } });
      return { user: fixture.ada.userid, mk: registration['marker']!, all: '' };
    },
  },
  recipes: {
    user_notice_fetch: {
      unauthenticated: unsigned('user_notice_fetch'),
      'no notices': recipe(NO_DATA, async (fixture) => {
        const as = await fixture.newUser();
        await fixture.sql('DELETE FROM notice WHERE user_id = ?', as.userid);
        return fixture.call('user_notice_fetch', { as });
      }),
      'could not process': fault('user_notice_fetch'),
    },
    user_notification_fetch: {
      unauthenticated: unsigned('user_notification_fetch'),
      'could not process': fault('user_notification_fetch'),
    },
  },
};
