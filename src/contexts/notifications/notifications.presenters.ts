import type { Page } from '../../kernel/pagination.js';
import type { Notice } from './application/ports/notice-board.js';
import type { PushRegistration } from './application/ports/push-devices.js';

export function presentNotices(page: Page<Notice>) {
  return {
    result: page.items.map(({ id, userId, subject, message, createdAt }) => ({
      marker: id,
      userid: userId,
      subject,
      message,
      recorded: String(createdAt),
    })),
    pagination: page.next === undefined ? '' : String(page.next),
  };
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
