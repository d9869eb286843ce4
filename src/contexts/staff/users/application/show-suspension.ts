import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../../audit/index.js';
import type { AccountDetails } from '../../../sign-in/index.js';

export interface Suspension {
  /** Empty where none was given. */
  readonly reason: string;
  /** User id of the member of staff. */
  readonly by: string;
  readonly at: number;
}

/** Changes of one user are few. */
const MOST = 50;

/** Who suspended a user, when and why, as the audit trail has it. */
@Injectable()
export class ShowSuspension {
  constructor(private readonly trail: AuditTrail) {}

  /** Undefined where the user is not suspended. */
  async of({ id, status }: Pick<AccountDetails, 'id' | 'status'>): Promise<Suspension | undefined> {
    if (status !== 'suspended') return undefined;
    const changes = await this.trail.list({ subject: `user:${id}`, action: 'control_user_modify' }, MOST);
    for (const { after, staffId, createdAt } of changes) {
      const change = after as { readonly status?: string; readonly reason?: string } | undefined;
      if (change?.status === 'suspended') return { reason: change.reason ?? '', by: staffId, at: createdAt };
    }
    return undefined;
  }
}
