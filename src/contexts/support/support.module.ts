import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AbuseModule } from '../abuse/abuse.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { FilesModule } from '../files/files.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import {
  ContactFormRow,
  FaqCategoryRow,
  FaqRatingRow,
  FaqRow,
  FaqToggleRow,
  FeedbackRow,
  TicketCounterRow,
  TicketMessageRow,
  TicketRow,
  TutorialRow,
} from './adapters/typeorm/support.rows.js';
import { TypeormContactForms } from './adapters/typeorm/typeorm-contact-forms.js';
import { TypeormFaqRatings } from './adapters/typeorm/typeorm-faq-ratings.js';
import { TypeormFaqs } from './adapters/typeorm/typeorm-faqs.js';
import { TypeormFeedbackStore } from './adapters/typeorm/typeorm-feedback-store.js';
import { TypeormSupportEraser } from './adapters/typeorm/typeorm-support-eraser.js';
import { TypeormOpenContacts } from './adapters/typeorm/typeorm-open-contacts.js';
import { TicketTimeline } from './adapters/typeorm/ticket-timeline.js';
import { TypeormOpenTickets } from './adapters/typeorm/typeorm-open-tickets.js';
import { TypeormTickets } from './adapters/typeorm/typeorm-tickets.js';
import { TypeormTutorials } from './adapters/typeorm/typeorm-tutorials.js';
import { ChangeTicket } from './application/change-ticket.js';
import { CloseTicket } from './application/close-ticket.js';
import { CreateContactForm } from './application/create-contact-form.js';
import { CreateFeedback } from './application/create-feedback.js';
import { FormAllowance } from './application/form-allowance.js';
import { CreateFaq } from './application/create-faq.js';
import { CreateTicket } from './application/create-ticket.js';
import { CreateTutorial } from './application/create-tutorial.js';
import { EnsureFaqCategory } from './application/ensure-faq-category.js';
import { ContactForms, FaqRatings, Faqs, FeedbackStore, Tickets, Tutorials } from './application/ports.js';
import { RateFaq } from './application/rate-faq.js';
import { RemoveFaq } from './application/remove-faq.js';
import { RemoveTickets } from './application/remove-tickets.js';
import { RemoveTutorial } from './application/remove-tutorial.js';
import { ReplyToTicket } from './application/reply-to-ticket.js';
import { ShowTicket } from './application/show-ticket.js';
import { ToggleHelpful } from './application/toggle-helpful.js';
import { UpdateFaq } from './application/update-faq.js';
import { UpdateTutorial } from './application/update-tutorial.js';
import { ContactOperations } from './contact.operations.js';
import { FaqRatingsOperations } from './faq-ratings.operations.js';
import { FaqsOperations } from './faqs.operations.js';
import { StaffTicketsOperations } from './staff-tickets.operations.js';
import { SupportJobs } from './support.jobs.js';
import { SupportEvents } from './support.events.js';
import { TicketsOperations } from './tickets.operations.js';
import { ExportedTickets } from './application/exported-tickets.js';
import { TutorialsOperations } from './tutorials.operations.js';
import { provideSettings } from '../../platform/config/provide-settings.js';
import { SupportEnvironment } from './support.settings.js';

const LETTER_ROWS = [ContactFormRow, FeedbackRow];
const FAQ_ROWS = [FaqRow, FaqCategoryRow, FaqRatingRow, FaqToggleRow];
const TICKET_ROWS = [TicketRow, TicketMessageRow, TicketCounterRow];

@Module({
  imports: [
    TypeOrmModule.forFeature([...LETTER_ROWS, ...FAQ_ROWS, ...TICKET_ROWS, TutorialRow]),
    AbuseModule,
    AuditModule,
    FilesModule,
    SignInModule,
    NotificationsModule,
  ],
  providers: [
    provideSettings(SupportEnvironment),
    ExportedTickets,
    ContactOperations,
    FaqsOperations,
    FaqRatingsOperations,
    TicketsOperations,
    StaffTicketsOperations,
    TutorialsOperations,
    SupportEvents,
    SupportJobs,
    RemoveTickets,
    CreateContactForm,
    CreateFeedback,
    FormAllowance,
    CreateFaq,
    UpdateFaq,
    RemoveFaq,
    EnsureFaqCategory,
    RateFaq,
    ToggleHelpful,
    CreateTicket,
    ShowTicket,
    ReplyToTicket,
    CloseTicket,
    ChangeTicket,
    CreateTutorial,
    UpdateTutorial,
    RemoveTutorial,
    TypeormSupportEraser,
    TypeormOpenContacts,
    TicketTimeline,
    TypeormOpenTickets,
    { provide: ContactForms, useClass: TypeormContactForms },
    { provide: FeedbackStore, useClass: TypeormFeedbackStore },
    { provide: Faqs, useClass: TypeormFaqs },
    { provide: FaqRatings, useClass: TypeormFaqRatings },
    { provide: Tickets, useClass: TypeormTickets },
    { provide: Tutorials, useClass: TypeormTutorials },
  ],
})
export class SupportModule {}
