import { Injectable } from '@nestjs/common';
import { normaliseEmail } from '../../../kernel/email-address.js';
import { type Payer, type User, Users } from '../../sign-in/index.js';

@Injectable()
export class Recipients {
  constructor(private readonly users: Users) {}

  /** By e-mail address or reference id; undefined for a suspended account. */
  find(addressOrReference: string): Promise<User | undefined> {
    return addressOrReference.includes('@') ? this.findByEmail(addressOrReference) : this.findByReference(addressOrReference);
  }

  async sender(userId: string): Promise<Payer> {
    const person = await this.users.find(userId);
    if (!person) throw new Error(`the signed-in user ${userId} does not exist`);
    return person;
  }

  async findByEmail(address: string): Promise<User | undefined> {
    return active(await this.users.findByEmail(normaliseEmail(address)));
  }

  async findByReference(reference: string): Promise<User | undefined> {
    return active(await this.users.findByReference(reference));
  }
}

function active(person: User | undefined): User | undefined {
  return person?.status === 'active' ? person : undefined;
}
