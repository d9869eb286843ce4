import { isIP } from 'node:net';
import { Transform } from 'class-transformer';
import { Matches, ValidateBy } from 'class-validator';
import { isTooWide } from '../../kernel/networks.js';

/** Decorators of variables; `$property` in a message is the name of the variable. */

export const toNumber = Transform(({ value }) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value));

/** An address with one of these schemes. */
export function IsUrl(...schemes: string[]): PropertyDecorator {
  const begins = schemes.map((scheme) => `${scheme}://`).join(' or ');
  return Matches(new RegExp(`^(${schemes.join('|')})://\\S+$`), {
    message: `$property must be an address that begins with ${begins}`,
  });
}

/** Addresses that `read` accepts; its error says why not. A text that is no address is a fault of its own. */
export function IsReadableBy(read: (address: string) => unknown): PropertyDecorator {
  const faultOf = (value: unknown): string | undefined => {
    try {
      for (const address of entriesOf(String(value))) if (URL.canParse(address)) read(address);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };
  return ValidateBy({
    name: 'isReadableBy',
    validator: {
      validate: (value: unknown) => faultOf(value) === undefined,
      defaultMessage: (given) => `$property cannot be used: ${faultOf(given?.value)}`,
    },
  });
}

/** 32 bytes in base64. */
export const KEY_FORM = /^[A-Za-z0-9+/]{43}=$/;

export function IsKey(): PropertyDecorator {
  return Matches(KEY_FORM, { message: '$property must be 32 bytes in base64' });
}

const S3_PARAMETER = '(region=[a-z0-9-]+|(ca|cert|key)=[^\\s&#]+)';
/** A bucket, with its keys or for the role of the machine, and files for TLS. */
export const S3_ADDRESS = `https?://([^\\s:@/]+:[^\\s:@/]+@)?[^\\s@/?#]+/[^\\s?#]+(\\?${S3_PARAMETER}(&${S3_PARAMETER})*)?`;
/** A folder or a bucket. */
export const STORE_FORM = new RegExp(`^(file:///\\S+|s3:${S3_ADDRESS})$`);

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

function isNetwork(entry: string): boolean {
  const [address = '', bits = '0', ...more] = entry.trim().split('/');
  if (/^(loopback|linklocal|uniquelocal)$/.test(entry.trim())) return true;
  return (
    isIP(address) !== 0 && more.length === 0 && /^[0-9]{1,3}$/.test(bits) && Number(bits) <= (isIP(address) === 4 ? 32 : 128)
  );
}

/** Whether a list covers most of the Internet; a text that is no network is a fault of its own. */
export function isTooWideList(text: string | undefined): boolean {
  return isTooWide(entriesOf(text).filter(isNetwork));
}

/** Addresses, networks (10.0.0.0/8) and named ranges, separated by commas. */
export function IsNetworkList(): PropertyDecorator {
  const message = '$property must be addresses, networks like 10.0.0.0/8, or loopback, linklocal, uniquelocal';
  return ValidateBy(
    { name: 'isNetworkList', validator: { validate: (value: unknown) => String(value).split(',').every(isNetwork) } },
    { message },
  );
}

export function entriesOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
