import type { ListKeys } from '../../platform/http/list-keys.js';
import type { Notice, PushRegistration } from './application/ports.js';

export const NOTICE_KEYS: ListKeys<Notice> = {
  sorts: {
    recorded: ({ createdAt }) => createdAt,
  },
};

export function presentNotice({ id, userId, subject, message, createdAt }: Notice) {
  return { marker: id, userid: userId, subject, message, recorded: String(createdAt) };
}

export function presentPushRegistration(registration: PushRegistration) {
  return {
    marker: registration.id,
    userid: registration.userId,
    token_type: registration.tokenType,
    push_token: registration.pushToken,
    channel_Id: registration.channelId,
    status: registration.status,
    recorded: String(registration.createdAt),
  };
}
