import { expect } from 'vitest';
import type { RawAnswer } from './raw-client.js';

const REFERENCE = / \([0-9A-Z]{8}\)$/;

/** What holds for every FAILED answer, whatever caused it: JSON in the envelope, a reference, the server's time, nothing of our inside. */
export function expectFailed(answer: RawAnswer, status: number, action?: string): void {
  expect(answer.envelope, answer.text).toMatchObject({ REQUEST: { VERSION: '1.0', STATUS: 'FAILED' } });
  expect(Object.keys(answer.envelope!)).toEqual(['REQUEST', 'ERRORS']);
  expect(answer.envelope!.ERRORS!.DETAILS).toMatch(REFERENCE);
  expect(answer.status).toBe(status);
  if (action !== undefined) expect(answer.envelope!.REQUEST.ACTION).toBe(action);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(Math.abs(Number(answer.headers['svc-server-time']) - Date.now() / 1000)).toBeLessThan(3600);
  expect(answer.text).not.toMatch(/node_modules|\.js:|\.ts:|at async|Error:|stack/i);
}

export function expectOk(answer: RawAnswer, action: string): void {
  expect(answer.envelope, answer.text).toMatchObject({ REQUEST: { VERSION: '1.0', ACTION: action, STATUS: 'OK' } });
  expect(Object.keys(answer.envelope!)).toEqual(['REQUEST', 'DATA']);
  expect(answer.status).toBe(200);
  expect(answer.headers['svc-server-time']).toMatch(/^[0-9]{10}$/);
}
