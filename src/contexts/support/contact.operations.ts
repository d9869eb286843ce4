import {
  Before,
  Choice,
  LongText,
  Optional,
  PersonName,
  RequestType,
  Text,
  NewEmail,
} from '../../platform/http/input.decorators.js';
import { ListInput, pageOrWhole } from '../../platform/http/list-input.js';
import { SortedBy, type ListKeys } from '../../platform/http/list-keys.js';
import {
  CONTACT_STATUSES,
  type ContactStatus,
  FEEDBACK_STATUSES,
  type FeedbackStatus,
  type ContactForm,
  type Feedback,
  type Origin,
  Contact,
  ContactStore,
  maskContactForm,
} from './contact.js';
import { Injectable } from '@nestjs/common';
import type { Caller, Visitor } from '../../kernel/caller.js';
import { budgetFailures } from '../../kernel/budgets.js';
import { Failure } from '../../kernel/failure.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { commentWithId, oneOrPageOf, pageOrFileOf } from '../../platform/http/presenting.js';
import { Users } from '../sign-in/index.js';
import { supportFailures } from './failures.js';

export function presentContact(form: ContactForm) {
  return {
    marker: form.id,
    name: form.name,
    email: form.email,
    subject: form.subject,
    message: form.message,
    ...presentOrigin(form),
    status: form.status,
    recorded: String(form.createdAt),
  };
}

export function presentContactStatus(status: ContactStatus) {
  return { COMMENT: status === 'closed' ? 'The contact form is closed' : 'The contact form waits again' };
}

export const FEEDBACK_KEYS: ListKeys<Feedback> = {
  sorts: {
    recorded: ({ createdAt }) => createdAt,
    status: ({ status }) => status,
  },
};

export function presentFeedback(feedback: Feedback) {
  return {
    marker: feedback.id,
    userid: feedback.userId,
    ...presentOrigin(feedback),
    message: feedback.message,
    status: feedback.status,
    recorded: String(feedback.createdAt),
  };
}

export function presentFeedbackStatus(status: FeedbackStatus) {
  return { COMMENT: `The feedback is ${status}` };
}

function presentOrigin({ ip, deviceName, deviceType, deviceSerial }: Origin) {
  return { ipaddx: ip, devname: deviceName, devType: deviceType, devNumr: deviceSerial };
}

export class CreateContactInput {
  @PersonName() flnm: string;
  @NewEmail() emad: string;
  @Optional() @Text() sbjt?: string;
  @LongText() msge: string;
  @Optional() @Text() dvnm?: string;
  @Text() dvty: string;
  @Text() dsnm: string;
}

export class FetchContactInput {
  @Optional() @Text() rqid?: string;
  @Optional() @Before() page?: number;
}

export class UpdateContactInput {
  @Text({ max: 40 }) qxid: string;
  @Choice(CONTACT_STATUSES) status: ContactStatus;
}

export class CreateFeedbackInput {
  @LongText() mesg: string;
  @Text() dvty: string;
  @Text() dsnm: string;
  @Optional() @Text({ max: 40 }) uxid?: string;
  @Optional() @Text() dvnm?: string;
}

@SortedBy(FEEDBACK_KEYS)
export class FetchFeedbackInput extends ListInput {
  @Optional() @RequestType(FEEDBACK_STATUSES) rqsx?: FeedbackStatus;
}

export class UpdateFeedbackInput {
  @Text() qxid: string;
  @Choice(['approved', 'rejected']) status: 'approved' | 'rejected';
}

const FORMS_PER_PAGE = 15;
const READS_FEEDBACK = 'otherControl.getFeedback';

@Injectable()
export class ContactOperations {
  constructor(
    private readonly contact: Contact,
    private readonly store: ContactStore,
    private readonly users: Users,
  ) {}

  @Operation('core_contact_create', {
    method: 'POST',
    access: 'none',
    missing: null,
    failures: [on(budgetFailures.limit_reached, { code: null })],
    fault: { code: null },
    present: commentWithId('Thank you, your message was received'),
    summary: 'Sends a contact form; its subject decides who reads it.',
  })
  async createContact({ flnm, emad, sbjt, msge, dvnm, dvty, dsnm }: CreateContactInput, { ip }: Visitor) {
    return this.contact.createForm({
      name: flnm,
      email: emad,
      subject: sbjt ?? '',
      message: msge,
      ip,
      deviceName: dvnm ?? '',
      deviceType: dvty,
      deviceSerial: dsnm,
    });
  }

  @Operation('core_contact_fetch', {
    method: 'GET',
    access: 'none',
    optionalSession: true,
    missing: null,
    failures: [on(supportFailures.no_contact, { code: null })],
    fault: { code: null },
    present: oneOrPageOf(presentContact),
    summary:
      'Contact forms, newest first, or one of them: in full for staff who read feedback and for their sender, else initials and subject.',
  })
  async fetchContacts({ rqid, page }: FetchContactInput, { signedIn }: Visitor) {
    const own = await this.verifiedAddressOf(signedIn);
    const isShown = ({ email }: ContactForm) => email === own || signedIn?.grants?.has(READS_FEEDBACK);
    const shown = (form: ContactForm) => (isShown(form) ? form : maskContactForm(form));
    if (rqid !== undefined) {
      const form = await this.store.findForm(rqid);
      if (!form) throw new Failure(supportFailures.no_contact);
      return shown(form);
    }
    const forms = await this.store.listForms({ before: page, size: FORMS_PER_PAGE });
    if (forms.items.length === 0) throw new Failure(supportFailures.no_contact);
    return { items: forms.items.map(shown), next: forms.next };
  }

  /** An address that nobody proved shows no form: anybody can register with it. */
  private async verifiedAddressOf(signedIn: Caller | undefined): Promise<string | undefined> {
    const user = signedIn && (await this.users.find(signedIn.userId));
    return user?.emailVerified ? user.email : undefined;
  }

  @Operation('control_contact_update', {
    method: 'PATCH',
    access: 'admin',
    permission: READS_FEEDBACK,
    failures: [on(supportFailures.no_contact)],
    present: presentContactStatus,
    summary: 'Closes a contact form, which then waits for nobody, or opens it again.',
  })
  async updateContact({ qxid, status }: UpdateContactInput, caller: Caller) {
    await this.contact.changeForm(qxid, status, caller, 'control_contact_update');
    return status;
  }

  @Operation('app_feedback_create', {
    method: 'POST',
    access: 'none',
    missing: null,
    failures: [on(budgetFailures.limit_reached, { code: null })],
    fault: { code: null },
    present: commentWithId('Thank you for your feedback'),
    summary: 'Tells what one thinks of the service.',
  })
  async createFeedback({ mesg, dvty, dsnm, uxid, dvnm }: CreateFeedbackInput, { ip }: Visitor) {
    return this.contact.createFeedback({
      userId: uxid ?? '',
      message: mesg,
      ip,
      deviceName: dvnm ?? '',
      deviceType: dvty,
      deviceSerial: dsnm,
    });
  }

  @Operation('control_user_trade_feedback', {
    method: 'GET',
    access: 'admin',
    permission: READS_FEEDBACK,
    forbidden: { code: 403 },
    missing: 404,
    reads: ({ format }: FetchFeedbackInput) => (format === 'csv' ? 'feedback' : undefined),
    failures: [on(supportFailures.no_feedback, { code: 500 })],
    present: pageOrFileOf('feedback', presentFeedback),
    summary: 'What people think of the service, newest first.',
  })
  async fetchFeedback(input: FetchFeedbackInput) {
    const feedback = await pageOrWhole(input, FEEDBACK_KEYS, (request) => this.store.listFeedback(input.rqsx, request));
    if (feedback.items.length === 0) throw new Failure(supportFailures.no_feedback);
    return feedback;
  }

  @Operation('control_user_feedback_update', {
    method: 'PATCH',
    access: 'admin',
    permission: READS_FEEDBACK,
    failures: [on(supportFailures.feedback_not_found)],
    present: presentFeedbackStatus,
    summary: 'Approves or rejects feedback.',
  })
  async updateFeedback({ qxid, status }: UpdateFeedbackInput, caller: Caller) {
    await this.contact.changeFeedback(qxid, status, caller, 'control_user_feedback_update');
    return status;
  }
}
