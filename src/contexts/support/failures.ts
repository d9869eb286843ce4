import { failures } from '../../kernel/failure.js';

const NO_RECORD = "We couldn't find any record matching your query";

export const supportFailures = failures('support', {
  no_contact: ['not_found', NO_RECORD],
  no_feedback: ['not_found', 'No data matching your query was found'],
  feedback_not_found: ['not_found', NO_RECORD],

  no_ratings: ['not_found', NO_RECORD],
  no_faq: ['not_found', NO_RECORD],
  faq_not_found: ['not_found', 'FAQ not found'],
  nothing_to_process: ['not_found', 'Could not process your request'],
  nothing_to_change: ['invalid', 'No data to update'],
  duplicate_question: ['conflict', 'Duplicate content detected'],
  already_rated: ['too_many', 'You have already rated this FAQ'],
  too_many_toggles: ['too_many', 'Too many requests, please slow down'],

  no_tickets: ['not_found', 'No data matching your query was found'],
  ticket_not_found: ['not_found', 'Ticket not found'],
  ticket_closed: ['refused', 'This ticket is closed'],
  ticket_full: ['refused', 'This ticket takes no more messages, please open a new ticket'],
  ticket_goes_forward: ['refused', 'A ticket goes on from open to in_progress, resolved and closed, not back'],
  too_many_tickets: ['too_many', 'Too many tickets created recently, please try again later'],

  no_tutorial: ['not_found', NO_RECORD],
  tutorial_not_found: ['not_found', 'Tutorial not found'],
});
