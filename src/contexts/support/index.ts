export { ChangeTicket, CreateTicket, type NewTicket, ReplyToTicket, type TicketStatus } from './tickets.js';
export { CreateContactForm } from './contact.js';
export { CreateFaq, type NewFaq } from './faqs.js';
