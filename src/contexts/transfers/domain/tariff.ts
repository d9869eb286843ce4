import { parseLagosDate } from '../../../kernel/lagos-time.js';
import { type Kobo, parseNaira, ZERO_KOBO } from '../../../kernel/money.js';

interface Band {
  readonly fromKobo: number;
  readonly feeKobo: Kobo;
}

interface Tariff {
  /** When it comes into force. */
  readonly fromMs: number;
  readonly name: string;
  readonly bands: readonly Band[];
}

export interface Charge {
  readonly name: string;
  readonly feeKobo: Kobo;
}

const NOTHING: Charge = { name: '', feeKobo: ZERO_KOBO };

/** Charges of a transfer by amount and date; the latest tariff is in force, and one without bands ends all charges. */
export class Tariffs {
  private readonly tariffs: readonly Tariff[];

  private constructor(tariffs: Tariff[]) {
    this.tariffs = tariffs.toSorted((a, b) => b.fromMs - a.fromMs);
  }

  /**
   * Reads `[{"from": "2026-01-01", "name": "Stamp duty", "bands": [{"amount": 10000, "fee": 50}]}]`: from that day on
   * (Africa/Lagos), transfers of 10,000 Naira and more cost 50 Naira. Undefined means no tariff.
   * @throws Error naming the first invalid value
   */
  static parse(json: string | undefined): Tariffs {
    if (json === undefined) return new Tariffs([]);
    const value = parseJson(json);
    if (!Array.isArray(value)) throw fault('is not a list of tariffs');
    const tariffs = value.map((entry, index) => readTariff(entry, `[${index}]`));
    if (new Set(tariffs.map(({ fromMs }) => fromMs)).size < tariffs.length) throw fault('has two tariffs from the same day');
    return new Tariffs(tariffs);
  }

  /** The charge for this amount at this time (unix ms). */
  chargeFor(amountKobo: Kobo, nowMs: number): Charge {
    for (const { fromMs, name, bands } of this.tariffs) {
      if (fromMs > nowMs) continue;
      const band = bands.find(({ fromKobo }) => amountKobo >= fromKobo);
      return band && band.feeKobo > 0 ? { name, feeKobo: band.feeKobo } : NOTHING;
    }
    return NOTHING;
  }
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw fault('is not JSON');
  }
}

function readTariff(value: unknown, at: string): Tariff {
  const { from, name, bands } = (value ?? {}) as Record<string, unknown>;
  const fromMs = typeof from === 'string' ? parseLagosDate(from) : undefined;
  if (fromMs === undefined) throw fault(`${at}.from is not a date YYYY-MM-DD`);
  if (typeof name !== 'string' || name.trim() === '' || name.length > 100) throw fault(`${at}.name is not a name`);
  if (!Array.isArray(bands)) throw fault(`${at}.bands is not a list`);
  const read = bands.map((band, index) => readBand(band, `${at}.bands[${index}]`)).toSorted((a, b) => b.fromKobo - a.fromKobo);
  if (new Set(read.map(({ fromKobo }) => fromKobo)).size < read.length) throw fault(`${at}.bands has an amount twice`);
  return { fromMs, name: name.trim(), bands: read };
}

function readBand(value: unknown, at: string): Band {
  const { amount, fee } = (value ?? {}) as Record<string, unknown>;
  return { fromKobo: readNaira(amount, `${at}.amount`), feeKobo: readNaira(fee, `${at}.fee`) };
}

function readNaira(value: unknown, at: string): Kobo {
  const amount = value === 0 ? ZERO_KOBO : parseNaira(value);
  if (amount === undefined) throw fault(`${at} is not an amount in Naira`);
  return amount;
}

function fault(text: string): Error {
  return new Error(`TRANSFER_TARIFFS ${text}`);
}
