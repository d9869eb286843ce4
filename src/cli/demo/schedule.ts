import type { PayeeTarget } from '../../contexts/payees/index.js';
import type { DemoActions, DemoAccount } from './actions.js';
import type { DemoOffice } from './office.js';
import type { DemoUser } from './people.js';

const demoUser = (firstName: string, lastName: string, phone: string): DemoUser => ({
  firstName,
  lastName,
  email: `${firstName.toLowerCase()}@demo.example`,
  phone,
});

const ada = demoUser('Ada', 'Obi', '08031110011');
const bayo = demoUser('Bayo', 'Adeyemi', '08022220022');
const chidi = demoUser('Chidi', 'Okafor', '08053330033');
const halima = demoUser('Halima', 'Bello', '09094440044');

export const [FUNKE, GBENGA, HAUWA] = [
  demoUser('Funke', 'Lawal', '08061110055'),
  demoUser('Gbenga', 'Igwe', '08071110066'),
  demoUser('Hauwa', 'Sani', '08081110077'),
] as const;
/** Suspended, closing, and new without any money. */
export const OTHER_USERS: readonly DemoUser[] = [FUNKE, GBENGA, HAUWA];

export const DEMO_USERS: readonly DemoUser[] = [ada, bayo, chidi, halima];
export const DEMO_DAYS = 60;

const LANDLORD: DemoAccount = { code: 'access', account: '0690004561' };
const MOTHER: DemoAccount = { code: 'zenith', account: '1018234567' };
const SUPPLIER: DemoAccount = { code: 'first-bank', account: '3059871234' };
const CLOSED: DemoAccount = { code: 'uba', account: '2034560002' };
const BLOCKED: DemoAccount = { code: 'kuda', account: '2001450003' };
const SILENT: DemoAccount = { code: 'gtbank', account: '0123450007' };
const METER: PayeeTarget = {
  kind: 'customer',
  billerId: 'abuja-electric',
  itemId: 'abuja-electric-prepaid',
  customerId: '62010098765',
};

/** The reads of a user's page and of their purchases. */
const READ_OF_A_USER = ['control_user_data_details', 'control_user_trade_history'];

interface RecurringAction {
  readonly first: number;
  readonly every: number;
  readonly hour: number;
  readonly act: (actions: DemoActions, office: DemoOffice) => Promise<void>;
}

const SCHEDULE: readonly RecurringAction[] = [
  { first: 0, every: 60, hour: 7, act: (actions) => actions.register(ada) },
  { first: 0, every: 60, hour: 7, act: (actions) => actions.register(bayo, ada) },
  { first: 1, every: 60, hour: 7, act: (actions) => actions.register(chidi) },
  { first: 2, every: 60, hour: 7, act: (actions) => actions.register(halima, chidi) },
  { first: 0, every: 30, hour: 8, act: (actions) => actions.deposit(ada, 350_000) },
  { first: 1, every: 30, hour: 8, act: (actions) => actions.deposit(bayo, 120_000) },
  { first: 2, every: 30, hour: 8, act: (actions) => actions.deposit(chidi, 240_000) },
  { first: 3, every: 15, hour: 8, act: (actions) => actions.deposit(halima, 60_000) },
  { first: 2, every: 60, hour: 9, act: (_, office) => office.writeFaqs() },
  { first: 3, every: 4, hour: 9, act: (actions) => actions.buyAirtime(bayo, 'airtel', 500) },
  // No day is empty.
  { first: 4, every: 3, hour: 9, act: (actions) => actions.buyAirtime(halima, 'mtn', 200) },
  { first: 5, every: 3, hour: 9, act: (actions) => actions.payBill(chidi, 'glo-data-1gb-14d', chidi.phone) },
  { first: 6, every: 3, hour: 9, act: (actions) => actions.transfer(bayo, ada, 1_000, 'Bread and eggs') },
  { first: 5, every: 9, hour: 10, act: (actions) => actions.buyAirtime(chidi, 'glo', 1_000) },
  // The sandbox network refuses this number, so the purchase is refunded.
  { first: 20, every: 25, hour: 10, act: (actions) => actions.buyAirtime(chidi, 'mtn', 2_000, '08031230002') },
  { first: 4, every: 30, hour: 11, act: (actions) => actions.payBill(ada, 'ikeja-electric-prepaid', '45021234567', 15_000) },
  { first: 6, every: 14, hour: 11, act: (actions) => actions.payBill(halima, 'abuja-electric-prepaid', '62010098765', 7_500) },
  { first: 7, every: 30, hour: 12, act: (actions) => actions.payBill(ada, 'dstv-compact', '7023456789') },
  { first: 4, every: 7, hour: 13, act: (actions) => actions.transfer(ada, bayo, 4_500, 'Lunch') },
  { first: 8, every: 7, hour: 14, act: (actions) => actions.transfer(bayo, halima, 2_000, 'Transport') },
  { first: 10, every: 30, hour: 15, act: (actions) => actions.transfer(ada, chidi, 85_000, 'Rent') },
  { first: 12, every: 10, hour: 16, act: (actions) => actions.transfer(chidi, halima, 6_250, 'Ankara, two yards') },
  { first: 9, every: 60, hour: 17, act: ({ payouts }) => payouts.save(ada, 'Landlord', { kind: 'bank', ...LANDLORD }) },
  { first: 9, every: 30, hour: 18, act: ({ payouts }) => payouts.pay(ada, 'Landlord', 45_000, 'Rent, Surulere') },
  { first: 11, every: 60, hour: 17, act: ({ payouts }) => payouts.save(chidi, 'Mama', { kind: 'bank', ...MOTHER }) },
  { first: 11, every: 16, hour: 18, act: ({ payouts }) => payouts.pay(chidi, 'Mama', 12_000, 'For the house') },
  { first: 13, every: 60, hour: 17, act: ({ payouts }) => payouts.save(ada, 'Bayo', { kind: 'user', email: bayo.email }) },
  { first: 14, every: 60, hour: 17, act: ({ payouts }) => payouts.save(halima, 'Meter at the shop', METER) },
  { first: 23, every: 18, hour: 17, act: ({ payouts }) => payouts.pay(bayo, SUPPLIER, 8_500, 'Two bags of rice') },
  // The bank refuses this account, returns what it got, or says nothing.
  { first: 33, every: 60, hour: 17, act: ({ payouts }) => payouts.pay(bayo, CLOSED, 6_000, 'Deposit for the shop') },
  { first: 46, every: 60, hour: 17, act: ({ payouts }) => payouts.pay(chidi, BLOCKED, 15_000, 'School fees') },
  { first: 47, every: 60, hour: 12, act: ({ payouts }) => payouts.giveBack(chidi) },
  { first: 58, every: 60, hour: 10, act: ({ payouts }) => payouts.pay(ada, SILENT, 22_500, 'Generator repair') },
  { first: 59, every: 60, hour: 15, act: ({ payouts }) => payouts.pay(halima, { ...SILENT, code: 'opay' }, 3_500, 'Ankara') },
  { first: 20, every: 60, hour: 16, act: (actions) => actions.register(FUNKE, ada) },
  { first: 21, every: 60, hour: 16, act: (actions) => actions.deposit(FUNKE, 9_000) },
  // The bank takes back a deposit that was spent already.
  { first: 22, every: 60, hour: 16, act: (actions) => actions.transfer(FUNKE, bayo, 8_500, 'As agreed') },
  { first: 24, every: 60, hour: 16, act: (actions) => actions.takeBack(FUNKE) },
  { first: 25, every: 60, hour: 16, act: (actions) => actions.register(GBENGA) },
  { first: 26, every: 60, hour: 10, act: (actions, office) => office.suspend(actions.idOf(FUNKE), 'Reported as stolen phone') },
  { first: 40, every: 9, hour: 16, act: (actions) => actions.strayPayment(7_500, 'Ibrahim Usman') },
  // The sandbox delivers and reverses it, or leaves it undecided.
  { first: 50, every: 60, hour: 16, act: (actions) => actions.buyAirtime(chidi, 'mtn', 1_500, '08031230005') },
  { first: 57, every: 60, hour: 16, act: (actions) => actions.buyAirtime(bayo, 'mtn', 1_000, '08031230007') },
  { first: 58, every: 60, hour: 16, act: (actions) => actions.payBill(ada, 'ikeja-electric-prepaid', '45021230007', 20_000) },
  { first: 57, every: 60, hour: 12, act: (actions) => actions.payBill(halima, 'abuja-electric-prepaid', '62010090007', 5_000) },
  // Less comes than was ordered.
  { first: 55, every: 60, hour: 10, act: (actions) => actions.shortDeposit(halima, 20_000, 15_000) },
  // Each week has some, whichever day it is today.
  { first: 46, every: 5, hour: 12, act: (actions, office) => office.look('support', actions.idOf(ada), ...READ_OF_A_USER) },
  {
    first: 46,
    every: 5,
    hour: 14,
    act: (actions, office) => office.look('finance', actions.idOf(ada), 'control_user_wallet_history'),
  },
  // The authority spells the name in another way, and has a number on its watch list.
  { first: 59, every: 60, hour: 12, act: (actions) => actions.identify(chidi, '22350010007') },
  { first: 21, every: 60, hour: 17, act: (actions) => actions.identify(FUNKE, '22350020005') },
  { first: 45, every: 60, hour: 17, act: (actions) => actions.close(GBENGA) },
  { first: 58, every: 60, hour: 17, act: (_, office) => office.receiveContactForm() },
  { first: 58, every: 60, hour: 18, act: (actions, office) => office.answerTicket('App closes on start', actions.idOf(halima)) },
  { first: 59, every: 60, hour: 9, act: (actions, office) => office.answerTicket('New phone', actions.idOf(chidi)) },
  { first: 59, every: 60, hour: 10, act: (actions, office) => office.answerTicket('Charged twice', actions.idOf(bayo)) },
  { first: 59, every: 60, hour: 11, act: (actions, office) => office.answerTicket('Token not delivered', actions.idOf(ada)) },
  { first: 59, every: 60, hour: 16, act: (actions) => actions.register(HAUWA) },
  { first: 59, every: 60, hour: 17, act: (actions) => actions.deposit(bayo, 25_000, 'unpaid') },
  { first: 59, every: 60, hour: 18, act: async (actions, office) => office.propose(bayo.email, await actions.undecidedOf(ada)) },
];

export function actionsOn(day: number): RecurringAction[] {
  const acts = SCHEDULE.filter(({ first, every }) => day >= first && (day - first) % every === 0);
  return acts.toSorted((one, other) => one.hour - other.hour);
}

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
