/** Answers name the token or PIN differently for each biller; `purchased_code` is a sentence with it. */
export function pinOf(answer: Readonly<Record<string, unknown>>): string | undefined {
  for (const name of ['token', 'mainToken']) {
    const value = answer[name];
    if ((typeof value === 'string' || typeof value === 'number') && /\d{4}/.test(String(value))) return String(value).trim();
  }
  return fromCards(answer['cards']) ?? fromSentence(answer['purchased_code']) ?? fromSentence(answer['tokenValue']);
}

function fromCards(cards: unknown): string | undefined {
  if (!Array.isArray(cards)) return undefined;
  const pins = cards.flatMap((card: unknown) => {
    const pin = typeof card === 'object' && card !== null && 'Pin' in card ? card.Pin : undefined;
    return typeof pin === 'string' || typeof pin === 'number' ? [String(pin)] : [];
  });
  return pins.length === 0 ? undefined : pins.join(', ');
}

function fromSentence(sentence: unknown): string | undefined {
  if (typeof sentence !== 'string' && typeof sentence !== 'number') return undefined;
  const text = String(sentence);
  const match = /(?:token|pin)\W{0,5}(\d[\d\s-]*)/i.exec(text) ?? /(\d[\d\s-]*)/.exec(text);
  const digits = match?.[1]?.replace(/\D/g, '') ?? '';
  return digits.length < 4 ? undefined : digits;
}

const DETAILS: Readonly<Record<string, string>> = {
  units: 'units',
  mainTokenUnits: 'units',
  tariff: 'tariff',
  tariffIndex: 'tariff',
  exchangeReference: 'exchangeReference',
  taxAmount: 'tax',
  vat: 'tax',
  debtAmount: 'debt',
  arrears: 'debt',
  receiptNumber: 'receipt',
};

/** What may be shown beside the purchase. */
export function detailsOf(answer: Readonly<Record<string, unknown>>): Record<string, string> {
  const details: Record<string, string> = {};
  for (const [name, shown] of Object.entries(DETAILS)) {
    const value = answer[name];
    if ((typeof value === 'string' || typeof value === 'number') && String(value) !== '') details[shown] ??= String(value);
  }
  return details;
}
