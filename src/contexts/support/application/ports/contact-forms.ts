import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import type { ContactForm, ContactStatus } from '../../domain/contact.js';

export abstract class ContactForms {
  abstract add(form: ContactForm): Promise<void>;
  abstract find(id: string): Promise<ContactForm | undefined>;
  /** Locks the form until the end of the unit of work. */
  abstract lock(id: string): Promise<ContactForm | undefined>;
  /** In the caller's unit of work. */
  abstract setStatus(id: string, status: ContactStatus): Promise<void>;
  abstract list(page: PageRequest): Promise<Page<ContactForm>>;
}
