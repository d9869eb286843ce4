export { supportFailures } from './failures.js';
export { type NewTicket, Tickets, type TicketStatus } from './tickets.js';
export { Contact } from './contact.js';
export { Faqs, type NewFaq } from './faqs.js';
