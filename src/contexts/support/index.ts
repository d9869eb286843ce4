export { ChangeTicket } from './application/change-ticket.js';
export { CreateContactForm } from './application/create-contact-form.js';
export { CreateFaq, type NewFaq } from './application/create-faq.js';
export { CreateTicket, type NewTicket } from './application/create-ticket.js';
export { ReplyToTicket } from './application/reply-to-ticket.js';
export type { TicketStatus } from './domain/ticket.js';
