import { Injectable } from '@nestjs/common';
import { isoTime } from '../../../kernel/clock.js';
import { readAll } from '../../../kernel/pagination.js';
import { type DataPart, PersonalDataSource } from '../../../kernel/personal-data.js';
import { Contributes } from '../../../kernel/registry.js';
import { NoticeStore, PushDevices } from './ports.js';

@Injectable()
@Contributes(PersonalDataSource)
export class ExportedNotices extends PersonalDataSource {
  constructor(
    private readonly notices: NoticeStore,
    private readonly pushDevices: PushDevices,
  ) {
    super();
  }

  readonly parts: readonly DataPart[] = [
    { name: 'notices', rows: (userId) => this.noticesOf(userId) },
    { name: 'push-registrations', rows: (userId) => this.pushRegistrations(userId) },
  ];

  private async *noticesOf(userId: string) {
    for await (const { createdAt, subject, message } of readAll((page) => this.notices.list(userId, page)))
      yield { at: isoTime(createdAt), subject, message };
  }

  private async *pushRegistrations(userId: string) {
    for (const { tokenType, status, createdAt } of await this.pushDevices.list(userId))
      yield { service: tokenType, status, registeredAt: isoTime(createdAt) };
  }
}
