import { type Kobo, kobo, ZERO_KOBO } from '../../../kernel/money.js';

/** What may still be credited of a payment whose transaction has received `totalKobo` so far and booked `bookedKobo` of it. */
export function creditable(amountKobo: Kobo, totalKobo: Kobo, bookedKobo: Kobo): Kobo {
  return kobo(Math.max(0, Math.min(amountKobo, totalKobo - bookedKobo)));
}

/** What of a transaction's total is neither booked nor among the payments that the provider lists. */
export function unlisted(totalKobo: Kobo, bookedKobo: Kobo, listed: readonly Kobo[]): Kobo {
  const listedKobo = listed.reduce((sum, amount) => kobo(sum + amount), ZERO_KOBO);
  return kobo(Math.max(0, totalKobo - Math.max(bookedKobo, listedKobo)));
}
