import type { DemoLife, DemoPerson } from './demo-life.js';

const person = (firstName: string, lastName: string, phone: string): DemoPerson => ({
  firstName,
  lastName,
  email: `${firstName.toLowerCase()}@demo.example`,
  phone,
});

const ada = person('Ada', 'Obi', '08031110011');
const bayo = person('Bayo', 'Adeyemi', '08022220022');
const chidi = person('Chidi', 'Okafor', '08053330033');
const halima = person('Halima', 'Bello', '09094440044');

export const DEMO_PEOPLE: readonly DemoPerson[] = [ada, bayo, chidi, halima];
export const DEMO_DAYS = 60;

/** Something that happens again and again: on day `first` and every `every` days after it, at this hour. */
interface Habit {
  readonly first: number;
  readonly every: number;
  readonly hour: number;
  readonly act: (life: DemoLife) => Promise<void>;
}

/** By hour: what a day brings is done in this order. */
const HABITS: readonly Habit[] = [
  { first: 0, every: 60, hour: 7, act: (life) => life.register(ada) },
  { first: 0, every: 60, hour: 7, act: (life) => life.register(bayo, ada) },
  { first: 1, every: 60, hour: 7, act: (life) => life.register(chidi) },
  { first: 2, every: 60, hour: 7, act: (life) => life.register(halima, chidi) },
  { first: 0, every: 30, hour: 8, act: (life) => life.deposit(ada, 350_000) },
  { first: 1, every: 30, hour: 8, act: (life) => life.deposit(bayo, 120_000) },
  { first: 2, every: 30, hour: 8, act: (life) => life.deposit(chidi, 240_000) },
  { first: 3, every: 15, hour: 8, act: (life) => life.deposit(halima, 60_000) },
  { first: 3, every: 4, hour: 9, act: (life) => life.buyAirtime(bayo, 'airtel', 500) },
  { first: 5, every: 9, hour: 10, act: (life) => life.buyAirtime(chidi, 'glo', 1_000) },
  // The network refuses this number, and the money comes back.
  { first: 20, every: 25, hour: 10, act: (life) => life.buyAirtime(chidi, 'mtn', 2_000, '08031230002') },
  { first: 4, every: 30, hour: 11, act: (life) => life.payBill(ada, 'ikeja-electric-prepaid', '45021234567', 15_000) },
  { first: 6, every: 14, hour: 11, act: (life) => life.payBill(halima, 'abuja-electric-prepaid', '62010098765', 7_500) },
  { first: 7, every: 30, hour: 12, act: (life) => life.payBill(ada, 'dstv-compact', '7023456789') },
  { first: 4, every: 7, hour: 13, act: (life) => life.transfer(ada, bayo, 4_500, 'Lunch') },
  { first: 8, every: 7, hour: 14, act: (life) => life.transfer(bayo, halima, 2_000, 'Transport') },
  { first: 10, every: 30, hour: 15, act: (life) => life.transfer(ada, chidi, 85_000, 'Rent') },
  { first: 12, every: 10, hour: 16, act: (life) => life.transfer(chidi, halima, 6_250, 'Ankara, two yards') },
  { first: 59, every: 60, hour: 17, act: (life) => life.deposit(bayo, 25_000, 'unpaid') },
];

/** What happens on a day, in order. */
export function habitsOf(day: number): Habit[] {
  return HABITS.filter(({ first, every }) => day >= first && (day - first) % every === 0);
}
