import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AbuseModule } from '../abuse/abuse.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { FilesModule } from '../files/files.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { ContactFormRow, FeedbackRow, TypeormContactStore, contactRecord, feedbackRecord } from './contact.store.js';
import { FaqCategoryRow, FaqRatingRow, FaqRow, FaqToggleRow, ratingRecord, TypeormFaqStore } from './faqs.store.js';
import { TicketCounterRow, TicketMessageRow, TicketRow, ticketRecord, TypeormTicketStore } from './tickets.store.js';
import { TutorialRow, TypeormTutorialStore } from './tutorials.store.js';
import { Contact, ContactStore } from './contact.js';
import { Faqs, FaqStore } from './faqs.js';
import { Tickets, TicketStore } from './tickets.js';
import { Tutorials, TutorialStore } from './tutorials.js';
import { ContactOperations } from './contact.operations.js';
import { FaqsOperations } from './faqs.operations.js';
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
    Contact,
    Faqs,
    Tickets,
    Tutorials,
    ContactOperations,
    FaqsOperations,
    TicketsOperations,
    StaffTicketsOperations,
    TutorialsOperations,
    SupportEvents,
    SupportJobs,
    contactRecord,
    feedbackRecord,
    ratingRecord,
    ticketRecord,
    { provide: ContactStore, useClass: TypeormContactStore },
    { provide: FaqStore, useClass: TypeormFaqStore },
    { provide: TicketStore, useClass: TypeormTicketStore },
    { provide: TutorialStore, useClass: TypeormTutorialStore },
  ],
  exports: [Tickets],
})
export class SupportModule {}
