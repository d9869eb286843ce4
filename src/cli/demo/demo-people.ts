import type { DemoActions } from './demo-actions.js';
import type { DemoOffice } from './demo-office.js';
import { DEMO_DAYS } from './demo-schedule.js';
import type { DemoUser } from './demo-user.js';

/** All that `--users` makes have an address there, by which they are counted. */
export const PEOPLE_DOMAIN = 'people.example';

const FIRST_NAMES =
  'Amina Tunde Ngozi Emeka Zainab Segun Ifeoma Musa Yetunde Obinna Fatima Kunle Chioma Ibrahim Folake Uche Aisha Femi Nkechi Sani Bisi Ikenna Maryam Dapo Adaeze'.split(
    ' ',
  );
const LAST_NAMES =
  'Bello Okonkwo Adeyemi Danladi Eze Lawal Nwosu Abubakar Ojo Okafor Yusuf Balogun Igwe Garba Afolabi Umeh Sule Ogunleye Onyeka Mohammed'.split(
    ' ',
  );
const NETWORKS = ['mtn', 'airtel', 'glo'] as const;

/** The same ones each time. @param index from 0 */
export function personOf(index: number): DemoUser {
  const firstName = FIRST_NAMES[index % FIRST_NAMES.length]!;
  const lastName = LAST_NAMES[(index * 7 + Math.floor(index / FIRST_NAMES.length)) % LAST_NAMES.length]!;
  const email = `${firstName}.${lastName}.${index + 1}@${PEOPLE_DOMAIN}`.toLowerCase();
  return { firstName, lastName, email, phone: `0803${String(5_000_000 + index * 13).padStart(7, '0')}` };
}

/** Spread over all days. */
export function peopleOf(day: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index).filter((index) => Math.floor((index * DEMO_DAYS) / count) === day);
}

/** Somebody registers; most pay in and buy something, one in eight only orders a deposit, and one in forty is suspended. */
export async function begin(index: number, actions: DemoActions, office: DemoOffice): Promise<void> {
  const person = personOf(index);
  await actions.register(person);
  if (index % 8 === 7) return actions.deposit(person, 2_000 + index * 10, 'unpaid');
  await actions.deposit(person, 2_500 + (index % 40) * 250);
  if (index % 3 !== 2) await actions.buyAirtime(person, NETWORKS[index % 3]!, 100 + (index % 10) * 100);
  if (index % 40 === 20) await office.suspend(actions.idOf(person), 'Asks for the codes of others');
}
