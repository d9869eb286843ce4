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
