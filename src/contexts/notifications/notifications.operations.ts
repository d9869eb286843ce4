import { Before, Optional, RequestType, Text } from '../../platform/http/input.decorators.js';
import { ListInput, pageOrWhole } from '../../platform/http/list-input.js';
import { SortedBy, type ListKeys } from '../../platform/http/list-keys.js';
import { type Notice, Notices, notificationFailures } from './notifications.js';
import { type PushRegistration, PushDevices } from './push.js';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../kernel/caller.js';
import { Failure } from '../../kernel/failure.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { listOf, pageOf, pageOrFileOf } from '../../platform/http/presenting.js';

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

export class NoticeFetchInput {
  @Optional() @Before() page?: number;
}

@SortedBy(NOTICE_KEYS)
export class UserNoticesInput extends ListInput {
  @Text() rqux: string;
}

export class NotificationFetchInput {
  @RequestType(['user', 'mk', 'all']) rqtp: 'user' | 'mk' | 'all';
  @Optional() @Text() rqvl?: string;
}

const NOTICES_PER_PAGE = 15;

@Injectable()
export class NotificationsOperations {
  constructor(
    private readonly notices: Notices,
    private readonly devices: PushDevices,
  ) {}

  @Operation('user_notice_fetch', {
    method: 'GET',
    access: 'signed',
    missing: 401,
    failures: [on(notificationFailures.no_notices, { code: 401, msg: 'response_empty' })],
    fault: { code: 401, msg: 'process_failed' },
    present: pageOf(presentNotice),
    summary: 'The notices of the signed-in user, newest first.',
  })
  async fetchNotices(input: NoticeFetchInput, caller: Caller) {
    const page = await this.notices.list(caller.userId, { before: input.page, size: NOTICES_PER_PAGE });
    if (page.items.length === 0) throw new Failure(notificationFailures.no_notices);
    return page;
  }

  @Operation('control_user_notice_history', {
    method: 'GET',
    access: 'admin',
    permission: 'userControl.viewDetails',
    missing: 401,
    missingIds: { rqux: 'userid_required' },
    reads: ({ rqux }: UserNoticesInput) => `user:${rqux}`,
    failures: [on(notificationFailures.no_notices, { code: 403 })],
    present: pageOrFileOf('notices', presentNotice),
    summary: 'The notices of a user, newest first.',
  })
  async fetchNoticesOfUser({ rqux, ...input }: UserNoticesInput) {
    const page = await pageOrWhole(input, NOTICE_KEYS, (request) => this.notices.list(rqux, request));
    if (page.items.length === 0) throw new Failure(notificationFailures.no_notices);
    return page;
  }

  @Operation('user_notification_fetch', {
    method: 'GET',
    access: 'signed',
    missing: 401,
    failures: [on(notificationFailures.no_registrations, { code: 401, msg: 'process_error' })],
    fault: { code: 401, msg: 'process_error' },
    present: listOf(presentPushRegistration),
    summary: 'The devices of the signed-in user that are registered for push messages, newest first.',
  })
  async fetchPushRegistrations(input: NotificationFetchInput, caller: Caller) {
    const registrations = await this.find(input, caller.userId);
    if (registrations.length === 0) throw new Failure(notificationFailures.no_registrations);
    return registrations;
  }

  private find({ rqtp, rqvl }: NotificationFetchInput, userId: string): Promise<PushRegistration[]> | PushRegistration[] {
    switch (rqtp) {
      case 'all':
        return this.devices.list(userId);
      case 'user':
        return rqvl === undefined || rqvl === userId ? this.devices.list(userId) : [];
      case 'mk':
        return rqvl === undefined ? [] : this.devices.list(userId, rqvl);
    }
  }
}
