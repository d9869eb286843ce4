import { type User, Users } from '../contexts/identity/index.js';
import { Refusal } from './refusal.js';
import type { Tool } from './tool.js';

/** What `--user` takes, for the help text. */
export const USER_HELP = 'e-mail address, user id or reference ID';

/** @throws Refusal when there is no such user */
export async function findUser(tool: Tool, who: string): Promise<User> {
  const users = await tool.get(Users);
  const person = who.includes('@')
    ? await users.findByEmail(who.trim().toLowerCase())
    : ((await users.find(who)) ?? (await users.findByReference(who)));
  if (!person) throw new Refusal(`There is no user ${who}`);
  return person;
}
