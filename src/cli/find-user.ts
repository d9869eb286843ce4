import { type User, Users } from '../contexts/sign-in/index.js';
import { CommandError } from './terminal.js';
import type { ServiceContext } from './service-context.js';

/** @throws CommandError when there is no such user */
export async function findUser(context: ServiceContext, identifier: string): Promise<User> {
  const users = await context.get(Users);
  const user = identifier.includes('@')
    ? await users.findByEmail(identifier.trim().toLowerCase())
    : ((await users.find(identifier)) ?? (await users.findByReference(identifier)));
  if (!user) throw new CommandError(`There is no user ${identifier}`);
  return user;
}
