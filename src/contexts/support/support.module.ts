import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AbuseModule } from '../abuse/abuse.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { FilesModule } from '../files/files.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { ContactFormRow, FeedbackRow, TypeormContactForms, TypeormFeedbackStore, TypeormOpenContacts } from './contact.store.js';
import { FaqCategoryRow, FaqRatingRow, FaqRow, FaqToggleRow, TypeormFaqRatings, TypeormFaqs } from './faqs.store.js';
import {
  TicketCounterRow,
  TicketMessageRow,
  TicketRow,
  TypeormSupportEraser,
  TicketTimeline,
  TypeormOpenTickets,
  TypeormTickets,
} from './tickets.store.js';
import { TutorialRow, TypeormTutorials } from './tutorials.store.js';
import {
  ChangeTicket,
  CloseTicket,
  CreateTicket,
  Tickets,
  RemoveTickets,
  ReplyToTicket,
  ShowTicket,
  ExportedTickets,
} from './tickets.js';
import { CreateContactForm, CreateFeedback, FormAllowance, ContactForms, FeedbackStore } from './contact.js';
import { CreateFaq, EnsureFaqCategory, FaqRatings, Faqs, RateFaq, RemoveFaq, ToggleHelpful, UpdateFaq } from './faqs.js';
import { CreateTutorial, Tutorials, RemoveTutorial, UpdateTutorial } from './tutorials.js';
import { ContactOperations } from './contact.operations.js';
import { FaqRatingsOperations, FaqsOperations } from './faqs.operations.js';
import { StaffTicketsOperations } from './staff-tickets.operations.js';
import { SupportJobs } from './support.jobs.js';
import { SupportEvents } from './support.events.js';
import { TicketsOperations } from './tickets.operations.js';
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
