import { fault, NO_DATA, recipe, type Section, unsigned } from '../support/section.js';

/** A4.5: Notices and push registrations. */
export const notifications: Section = {
  calls: {
    user_notice_fetch: ({ ada }) => ({ as: ada, query: { page: String(Date.now() + 1000) } }),
    user_notification_fetch: ({ ada }) => ({ as: ada, query: { rqtp: 'user', rqvl: ada.userid } }),
  },
  lists: {
    user_notification_fetch: async (world) => {
      const registration = await world.first('user_notification_fetch', { as: world.ada, query: { rqtp: 'all' } });
      return { user: world.ada.userid, mk: registration['marker']!, all: '' };
    },
  },
  recipes: {
    user_notice_fetch: {
      unauthenticated: unsigned('user_notice_fetch'),
      'no notices': recipe(NO_DATA, async (world) => {
        const as = await world.person();
        await world.sql('DELETE FROM notice WHERE user_id = ?', as.userid);
        return world.call('user_notice_fetch', { as });
      }),
      'could not process': fault('user_notice_fetch'),
    },
    user_notification_fetch: {
      unauthenticated: unsigned('user_notification_fetch'),
      'could not process': fault('user_notification_fetch'),
    },
  },
};
