import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../kernel/caller.js';
import { Failure } from '../../../kernel/failure.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { Audit, type AuditRecord } from '../../audit/index.js';
import { type FileRecord, GENERATED_DIRECTORY } from '../domain/file-record.js';
import { fileFailures } from '../domain/files.failures.js';
import { ReconcileContents } from './reconcile-contents.js';
import { Files } from './ports.js';

const MAY_DELETE_OTHERS = 'userControl.allowModify';

@Injectable()
export class DeleteFile {
  constructor(
    private readonly files: Files,
    private readonly reconcileContents: ReconcileContents,
    private readonly audit: Audit,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws Failure `files.not_found`, `files.not_yours` */
  async execute(id: string, caller: Caller): Promise<void> {
    const file = await this.files.find(id);
    if (!file || file.status === 'deleted' || file.status === 'incoming') throw new Failure(fileFailures.not_found);
    const isOwn = file.userId === caller.userId;
    if (!isOwn) assertMayDelete(file, caller);
    await this.unitOfWork.run(async () => {
      if (!(await this.files.delete(file))) throw new Failure(fileFailures.not_found);
      if (!isOwn) await this.audit.record(deletionOf(file, caller));
    });
    // If the storage is unreachable, the sweep removes the content.
    await this.reconcileContents.execute({ ...file, status: 'deleted' }).catch(() => undefined);
  }
}

/** Nobody deletes for others what the service made for them. */
function assertMayDelete({ directory }: FileRecord, { grants }: Caller): void {
  if (directory === GENERATED_DIRECTORY || !grants?.has(MAY_DELETE_OTHERS)) throw new Failure(fileFailures.not_yours);
}

function deletionOf({ id, userId, fileName, sizeBytes }: FileRecord, { userId: staffId, ip }: Caller): AuditRecord {
  return { staffId, ip, action: 'core_file_delete', subject: `file:${id}`, before: { userId, fileName, sizeBytes } };
}
