import { newId } from '../../../../kernel/ids.js';
import { nameOf } from '../../../../platform/providers/made-up-people.js';
import { type IdentityAnswer, type IdentityCheck, IdentityProvider } from '../../identity-provider.js';
import { nameOfRecord } from '../../names.js';

/** What the last four digits of a number choose; with any others the person is the one who asks. */
const OUTCOMES: Readonly<Record<string, (check: IdentityCheck) => IdentityAnswer>> = {
  '0001': (check) => (check.isRepeat ? sameAs(check) : { outcome: 'pending' }),
  '0002': (check) => ({ outcome: 'found', record: { ...recordOf(check), ...madeUp(check.number) } }),
  '0003': (check) => ({ outcome: 'found', record: { ...recordOf(check), birth: '1970-01-01' } }),
  '0004': () => ({ outcome: 'not_found' }),
  '0005': () => ({ outcome: 'watch_listed' }),
  '0006': (check) => {
    const { firstName, lastName, ...rest } = recordOf(check);
    return { outcome: 'found', record: { ...rest, firstName: lastName, middleName: 'Chidera', lastName: firstName } };
  },
  '0007': (check) => ({ outcome: 'found', record: { ...recordOf(check), lastName: misspelt(check.lastName) } }),
  '0402': (check) => (check.isRepeat ? sameAs(check) : { outcome: 'not_ours', cause: 'our balance is empty' }),
  '0503': (check) => (check.isRepeat ? sameAs(check) : { outcome: 'unavailable', cause: 'the source is down' }),
};

const OF_ANOTHER_FACE = '0008';

/** Knows everybody who asks as they call themselves, and nobody else. */
export class SandboxIdentityProvider extends IdentityProvider {
  readonly name = 'sandbox';
  readonly timeoutMs = 5_000;

  newJob(): string {
    return newId();
  }

  check(check: IdentityCheck): Promise<IdentityAnswer> {
    const ending = digitsOf(check.number).slice(-4);
    const answer = (OUTCOMES[ending] ?? sameAs)(check);
    const isCompared = answer.outcome === 'found' && check.selfie !== undefined;
    return Promise.resolve(isCompared ? { ...answer, selfieAgrees: ending !== OF_ANOTHER_FACE } : answer);
  }
}

function sameAs(check: IdentityCheck): IdentityAnswer {
  return { outcome: 'found', record: recordOf(check) };
}

function recordOf({ firstName, lastName, birth, type, number }: IdentityCheck) {
  return { firstName, lastName, birth, ...(type === 'vnin' ? { nin: digitsOf(number).slice(-11) } : {}) };
}

function madeUp(number: string) {
  const [firstName = '', lastName = ''] = nameOf(number).split(' ');
  return { firstName: nameOfRecord(firstName), lastName: nameOfRecord(lastName) };
}

function misspelt(name: string): string {
  return `${name.slice(0, -1)}${name.endsWith('h') ? 'e' : 'h'}`;
}

function digitsOf(number: string): string {
  return number.replace(/[^0-9]/g, '');
}
