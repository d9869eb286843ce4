import { createHash } from 'node:crypto';

const FIRST_NAMES = [
  'Adaeze',
  'Bashir',
  'Chinedu',
  'Damilola',
  'Efe',
  'Fatima',
  'Gbenga',
  'Halima',
  'Ifeoma',
  'Jide',
  'Kelechi',
  'Ladi',
  'Musa',
  'Ngozi',
  'Osaze',
  'Temitope',
];
const LAST_NAMES = [
  'Abubakar',
  'Adeyemi',
  'Balogun',
  'Bello',
  'Danjuma',
  'Eze',
  'Ibrahim',
  'Igwe',
  'Lawal',
  'Nwosu',
  'Obi',
  'Ogunleye',
  'Okafor',
  'Okoro',
  'Sani',
  'Usman',
];
const STREETS = [
  'Allen Avenue',
  'Bourdillon Road',
  'Adetokunbo Ademola Street',
  'Zik Avenue',
  'Ahmadu Bello Way',
  'Ring Road',
  'Aba Road',
  'Awolowo Road',
];
const CITIES = ['Lagos', 'Abuja', 'Kano', 'Ibadan', 'Port Harcourt', 'Enugu', 'Benin City', 'Jos'];

/** For simulated providers; the same for the same id. */
export function nameOf(customerId: string): string {
  return `${pick(FIRST_NAMES, customerId, 0)} ${pick(LAST_NAMES, customerId, 1)}`.toUpperCase();
}

export function addressOf(customerId: string): string {
  return `${(byte(customerId, 4) % 90) + 1} ${pick(STREETS, customerId, 2)}, ${pick(CITIES, customerId, 3)}`;
}

function pick(list: readonly string[], customerId: string, position: number): string {
  return list[byte(customerId, position) % list.length]!;
}

function byte(customerId: string, position: number): number {
  return createHash('sha256').update(customerId).digest()[position]!;
}
