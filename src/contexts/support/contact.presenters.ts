import type { ListKeys } from '../../platform/http/list-keys.js';
import type { ContactForm, ContactStatus, Feedback, FeedbackStatus, Origin } from './domain/contact.js';

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
