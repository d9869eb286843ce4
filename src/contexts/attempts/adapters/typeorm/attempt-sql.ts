import type { AttemptNoun } from '../../application/attempt-history.js';

export const PORTION = 1_000;
/** The time of a delivery is counted in tenths of a second, so that the database answers with a few hundred rows. */
const TENTH_MS = 100;

/** What was held for an order, in its columns. */
const HELD: Readonly<Record<AttemptNoun, string>> = {
  purchase: 'ordered.amount_kobo + ordered.fee_kobo + ordered.surcharge_kobo + ordered.vat_kobo',
  payout: 'ordered.amount_kobo + ordered.charged_kobo',
};

/** What the provider kept of it. */
const KEPT: Readonly<Record<AttemptNoun, string>> = { purchase: 'NULL', payout: 'ordered.cost_kobo' };

/** Where it goes. */
const DESTINATION: Readonly<Record<AttemptNoun, string>> = {
  purchase: 'NULL AS account, NULL AS bankCode',
  payout: 'ordered.account AS account, attempt.bank_code AS bankCode',
};

export function attemptSql(noun: AttemptNoun) {
  const joined = `${noun}_attempt attempt JOIN ${noun} ordered ON ordered.id = attempt.${noun}_id`;
  const took = 'ordered.settled_at - attempt.recorded';
  const attempts = `SELECT attempt.id AS id, attempt.reference AS reference, attempt.recorded AS recorded, attempt.state AS state,
      ordered.id AS orderId, ordered.reference AS latest, ordered.status AS status, ordered.settled_at AS settledAt,
      ordered.amount_kobo AS amountKobo, ${HELD[noun]} AS heldKobo, ${KEPT[noun]} AS feeKobo, ${DESTINATION[noun]}
    FROM ${joined}`;
  const within = `${attempts} WHERE attempt.provider = ? AND attempt.recorded >= ? AND attempt.recorded < ?`;
  const order = `ORDER BY attempt.recorded, attempt.id LIMIT ${PORTION}`;
  return {
    ended: `SELECT attempt.provider AS provider,
        CASE WHEN attempt.reference <> ordered.reference OR ordered.status = 'failed' THEN 1 ELSE 0 END AS failed,
        (${took}) - (${took}) % ${TENTH_MS} AS took, COUNT(*) AS total
      FROM ${joined}
      WHERE ordered.recorded >= ? AND (attempt.reference <> ordered.reference OR ordered.status <> 'pending')
      GROUP BY attempt.provider, failed, took`,
    undecided: `SELECT attempt.provider AS provider, COUNT(*) AS total FROM ${joined}
      WHERE attempt.reference = ordered.reference AND ordered.status = 'pending' GROUP BY attempt.provider`,
    used: `SELECT id FROM ${noun}_attempt WHERE provider = ? AND recorded >= ? AND recorded < ? LIMIT 1`,
    answers: `SELECT attempt_id AS attemptId, provider_reference AS name FROM ${noun}_answer`,
    attempts,
    first: `${within} ${order}`,
    next: `${within} AND (attempt.recorded > ? OR attempt.id > ?) ${order}`,
  };
}
