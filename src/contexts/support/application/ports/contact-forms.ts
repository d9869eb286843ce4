import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import type { ContactForm } from '../../domain/contact.js';

export abstract class ContactForms {
  abstract add(form: ContactForm): Promise<void>;
  abstract find(id: string): Promise<ContactForm | undefined>;
  abstract list(page: PageRequest): Promise<Page<ContactForm>>;
}
