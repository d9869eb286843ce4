import { maskAddress, maskEmail, maskSerial } from '../../kernel/masking.js';
import type { Page } from '../../kernel/pagination.js';
import type { ContactForm, Feedback, Origin } from './domain/contact.js';

/** @param masked personal fields are shown only to staff who may read them */
export function presentContact(form: ContactForm, masked: boolean) {
  const { ip, deviceSerial } = form;
  return {
    marker: form.id,
    name: form.name,
    email: masked ? maskEmail(form.email) : form.email,
    subject: form.subject,
    message: form.message,
    ...presentOrigin(masked ? { ...form, ip: maskAddress(ip), deviceSerial: maskSerial(deviceSerial) } : form),
    status: form.status,
    recorded: String(form.createdAt),
  };
}

export function presentContacts(page: Page<ContactForm>, masked: boolean) {
  return {
    result: page.items.map((form) => presentContact(form, masked)),
    pagination: page.next === undefined ? '' : String(page.next),
  };
}

export function presentFeedback(page: Page<Feedback>) {
  return {
    result: page.items.map((feedback) => ({
      marker: feedback.id,
      userid: feedback.userId,
      ...presentOrigin(feedback),
      message: feedback.message,
      status: feedback.status,
      recorded: String(feedback.createdAt),
    })),
    pagination: page.next === undefined ? '' : String(page.next),
  };
}

function presentOrigin({ ip, deviceName, deviceType, deviceSerial }: Origin) {
  return { ipaddx: ip, devname: deviceName, devType: deviceType, devNumr: deviceSerial };
}
