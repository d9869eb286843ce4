import type { Notice, PushRegistration } from './application/ports.js';

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
