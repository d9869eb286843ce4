import type { Reply } from '../shared/fault.js';

export function success(responseBody: object): Reply {
  return { status: 200, body: { requestSuccessful: true, responseMessage: 'success', responseCode: '0', responseBody } };
}

export function refusal(status: number, responseCode: string, responseMessage: string): Reply {
  return { status, body: { requestSuccessful: false, responseMessage, responseCode } };
}

/** `17/11/2021 3:48:10 PM` in Lagos. */
export function slashed(at: number): string {
  const lagos = new Date(at + 3_600_000).toISOString();
  const [, year, month, day, hour, rest] = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}:\d{2})/.exec(lagos)!;
  return `${day}/${month}/${year} ${Number(hour) % 12 || 12}:${rest} ${Number(hour) < 12 ? 'AM' : 'PM'}`;
}

/** `2022-11-03T14:13:38.140+0000`. */
export function zoned(at: number): string {
  return new Date(at).toISOString().replace('Z', '+0000');
}
