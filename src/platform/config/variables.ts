import { isIP } from 'node:net';
import { Transform } from 'class-transformer';
import { Matches, ValidateBy } from 'class-validator';

/** Decorators of variables; `$property` in a message is the name of the variable. */

export const toNumber = Transform(({ value }) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value));

/** An address with one of these schemes. */
export function IsUrl(...schemes: string[]): PropertyDecorator {
  const begins = schemes.map((scheme) => `${scheme}://`).join(' or ');
  return Matches(new RegExp(`^(${schemes.join('|')})://\\S+$`), {
    message: `$property must be an address that begins with ${begins}`,
  });
}

/** A credential that is sent in a header. */
export function IsWord(): PropertyDecorator {
  return Matches(/^[\x21-\x7e]+$/, { message: '$property must be one word' });
}

/** Days; 0: for ever. */
export function IsRetention(fewest: number): PropertyDecorator {
  const isRetention = (days: unknown) =>
    Number.isInteger(days) && (days === 0 || ((days as number) >= fewest && (days as number) <= 3_650));
  return (target, name) => {
    toNumber(target, name);
    ValidateBy(
      { name: 'isRetention', validator: { validate: isRetention } },
      { message: `$property must be 0 (for ever) or a number of days from ${fewest} to 3650` },
    )(target, name);
  };
}

/** Addresses, networks (10.0.0.0/8) and named ranges, separated by commas. */
export function IsNetworkList(): PropertyDecorator {
  const isEntry = (entry: string) => {
    const [address = '', bits = '0', ...more] = entry.trim().split('/');
    if (/^(loopback|linklocal|uniquelocal)$/.test(entry.trim())) return true;
    return (
      isIP(address) !== 0 && more.length === 0 && /^[0-9]{1,3}$/.test(bits) && Number(bits) <= (isIP(address) === 4 ? 32 : 128)
    );
  };
  const message = '$property must be addresses, networks like 10.0.0.0/8, or loopback, linklocal, uniquelocal';
  return ValidateBy(
    { name: 'isNetworkList', validator: { validate: (value: unknown) => String(value).split(',').every(isEntry) } },
    { message },
  );
}

/** The entries of a list that is separated by commas. */
export function entriesOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
