import 'reflect-metadata';
import { IsBoolean, IsEmail, IsIn, IsInt, IsOptional, IsString, Matches, Max, Min, ValidateBy } from 'class-validator';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { parseNewEmail } from '../../kernel/email-address.js';
import { parseLagosDate } from '../../kernel/lagos-time.js';
import { type Kobo, parseNaira } from '../../kernel/money.js';
import { parsePersonName } from '../../kernel/person-name.js';
import { localPhone, plainText } from '../../kernel/phone.js';
import { ReceivedFile } from './upload.js';

/** Converts a raw wire value; undefined where it cannot be converted. */
export type Normalise = (value: unknown) => unknown;

export interface FieldMetadata {
  readonly name: string;
  readonly normalise: Normalise;
  readonly default: unknown;
  /** Request types (`rqtp` and similar) have their own error text. */
  readonly isRequestType: boolean;
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'file';
  readonly values: readonly string[] | undefined;
  /** The accepted form, in words that go on from "Send it as". */
  readonly form: string;
  readonly format?: 'base64' | 'page' | 'place' | 'email' | 'date';
  /** A number may be negative. */
  readonly isSigned?: boolean;
  /** An empty text is a value. */
  readonly takesEmpty?: boolean;
  /** Proves the caller and is no part of the request: left out of the fingerprint of a money request. */
  readonly isProof?: boolean;
  /** The input class of each entry of a list. */
  readonly entries?: new () => object;
  /** Whether an entry with a name that its class does not have makes the list invalid. */
  readonly exactEntries?: boolean;
}

const FIELDS = 'harmattan:fields';
const OPTIONAL = 'harmattan:optional';
const FOLLOWING = 'harmattan:following';

/** In the order of their declaration, which is the order of the documents. */
export function fieldsOf(input: object): readonly FieldMetadata[] {
  return (Reflect.getMetadata(FIELDS, input) as FieldMetadata[] | undefined) ?? [];
}

export function isOptional(input: object, field: string): boolean {
  return ((Reflect.getMetadata(OPTIONAL, input) as string[] | undefined) ?? []).includes(field);
}

/** The parameter from which a field follows, by the field's name. */
export function followingOf(input: object): ReadonlyMap<string, string> {
  return (Reflect.getMetadata(FOLLOWING, input) as ReadonlyMap<string, string> | undefined) ?? new Map();
}

/** Whether every request must have it. */
export function isRequired(input: object, field: string): boolean {
  return !isOptional(input, field) && !followingOf(input).has(field);
}

/** A refusal's words about the field. The documents name lists so. */
export function acceptedBy({ values, form }: FieldMetadata): string {
  return values ? `allowed: ${values.join(', ')}` : form.replaceAll('`', '');
}

function field(
  mark: Partial<FieldMetadata> & Pick<FieldMetadata, 'normalise' | 'form'>,
  ...validators: PropertyDecorator[]
): PropertyDecorator {
  return (prototype, property) => {
    const name = String(property);
    const type = prototype.constructor;
    const own: FieldMetadata = { type: 'string', default: undefined, isRequestType: false, values: undefined, ...mark, name };
    const known = fieldsOf(type);
    // A field that is declared anew keeps its place.
    const marks = known.some((each) => each.name === name)
      ? known.map((each) => (each.name === name ? own : each))
      : [...known, own];
    Reflect.defineMetadata(FIELDS, marks, type);
    for (const validator of validators) validator(prototype, property);
  };
}

/** Refuses lone surrogates, which UTF-8 columns cannot store, and NUL, which ends a string in C libraries. */
const verbatim: Normalise = (value) =>
  typeof value === 'string' && !value.includes('\0') && value.isWellFormed() ? value : undefined;
/** @param convert undefined for what is refused */
const converted =
  (convert: (text: string) => string | undefined, max = Infinity): Normalise =>
  (value) => {
    const text = verbatim(value) as string | undefined;
    return text === undefined || text.length > max ? undefined : convert(text);
  };
const trimmed = converted((text) => text.trim());
const digits: Normalise = (value) => {
  if (typeof value === 'string') return /^-?[0-9]{1,15}$/.test(value.trim()) ? Number(value) : undefined;
  return typeof value === 'number' ? value : undefined;
};

const MAX_TEXT = 255;
const LONGEST_CONFIRMATION = 8_000;
/** Includes blanks and marks. */
const LONGEST_PHONE = 64;

/** UTF-16 units, never fewer than a column counts; class-validator's Length ignores some characters. */
function HasLength(min: number, max: number): PropertyDecorator {
  const validate = (value: unknown) => typeof value === 'string' && value.length >= min && value.length <= max;
  return ValidateBy({ name: 'hasLength', constraints: [min, max], validator: { validate } });
}

interface TextOptions {
  readonly max?: number;
  readonly min?: number;
  readonly pattern?: RegExp;
  /** The form of the pattern, in words. */
  readonly form?: string;
  readonly isProof?: boolean;
}

/** Trimmed; 1 to 255 characters unless given; from 0, an empty one is not a missing one, and a blank one is none. */
export function Text(options: TextOptions = {}): PropertyDecorator {
  return textField(options, trimmed);
}

/** A code that was mailed, texted or shown by an app, in which people leave blanks. */
export function Code(options: TextOptions = {}): PropertyDecorator {
  return textField(
    options,
    converted((text) => plainText(text).replaceAll(/\s/g, '')),
  );
}

/** What a device signed: a text, or an object, of which the handler gets the JSON. */
export function Confirmation(): PropertyDecorator {
  const normalise: Normalise = (value) =>
    verbatim(typeof value === 'object' && value !== null && !Array.isArray(value) ? JSON.stringify(value) : value);
  const form = 'the signature in base64url, or the assertion as an object or its JSON';
  return field({ normalise, isProof: true, form }, IsString(), HasLength(1, LONGEST_CONFIRMATION));
}

/** A part of what an authenticator or a device answers. */
export function Base64Url(max: number): PropertyDecorator {
  const form = `base64url without padding, at most ${max.toLocaleString('en')} characters`;
  return Text({ max, pattern: /^[\w-]+$/, form });
}

function textField(options: TextOptions, toText: Normalise): PropertyDecorator {
  const validators = [IsString(), HasLength(options.min ?? 1, options.max ?? MAX_TEXT)];
  if (options.pattern) validators.push(Matches(options.pattern));
  const { isProof = false, form = textForm(options.min, options.max) } = options;
  const takesEmpty = options.min === 0;
  const normalise: Normalise = (value) => {
    const text = toText(value);
    return takesEmpty && text === '' && value !== '' ? undefined : text;
  };
  return field({ normalise, takesEmpty, isProof, form }, ...validators);
}

function textForm(min = 1, max = MAX_TEXT): string {
  const most = max.toLocaleString('en');
  return min > 1 ? `text of ${min} to ${most} characters` : `text of at most ${most} characters`;
}

/** Exactly as it was typed: a blank at either end is part of a password. */
export function Password(): PropertyDecorator {
  return field({ normalise: verbatim, form: textForm() }, IsString(), HasLength(1, MAX_TEXT));
}

export function LongText(): PropertyDecorator {
  return Text({ max: 10_000 });
}

/** An address that an account may have already; lower-cased. */
export function Email(): PropertyDecorator {
  return emailField((text) => text.toLowerCase(), 'an e-mail address of at most 254 characters');
}

/** A new address: in its normal form, without invisible characters and without letters of several scripts in one part. */
export function NewEmail(): PropertyDecorator {
  return emailField(parseNewEmail, `an e-mail address of at most 254 characters, ${SEEN}`);
}

const SEEN = 'without invisible characters, and each of its parts in letters of one script';

function emailField(parse: (text: string) => string | undefined, form: string): PropertyDecorator {
  const normalise: Normalise = (value) => {
    const text = trimmed(value) as string | undefined;
    return text === undefined || text.length > MAX_TEXT ? undefined : parse(text);
  };
  return field({ normalise, format: 'email', form }, IsString(), HasLength(1, 254), IsEmail());
}

/** A user's name by address or reference; an address that could be taken for another one is refused. */
export function EmailOrReference(): PropertyDecorator {
  const normalise = converted((text) => (text.includes('@') ? parseNewEmail(text) : text.trim().toUpperCase()));
  return field({ normalise, form: `a reference ID, or an e-mail address ${SEEN}` }, IsString(), HasLength(1, 254));
}

/** Letters, spaces, hyphens, apostrophes and full stops; the handler gets it in NFC. */
export function PersonName(): PropertyDecorator {
  const normalise: Normalise = (value) => {
    const text = trimmed(value) as string | undefined;
    return text === undefined || text.length > MAX_TEXT ? undefined : parsePersonName(text);
  };
  const form = 'letters, of one script in each word, spaces, hyphens, apostrophes and full stops';
  return field({ normalise, form }, IsString(), HasLength(1, MAX_TEXT));
}

/** A number of any country, Nigerian where it names none; the handler gets it in E.164. */
export function PhoneNumber(): PropertyDecorator {
  const normalise = converted((text) => {
    const parsed = parsePhoneNumberFromString(plainText(text), 'NG');
    return parsed?.isValid() ? parsed.number : undefined;
  }, LONGEST_PHONE);
  return field({ normalise, form: 'a phone number, with the code of its country where it is not Nigerian' }, IsString());
}

/** A Nigerian one that takes airtime; the handler gets its 11 digits. */
export function MobileNumber(): PropertyDecorator {
  const form = 'a Nigerian mobile number, as 08031234567 or +2348031234567';
  return field({ normalise: converted(localPhone, LONGEST_PHONE), form }, IsString());
}

/** A date in Lagos, `YYYY-MM-DD`, of the years 1900 to 2099. */
export function Day(): PropertyDecorator {
  return field({ normalise: inCalendar(''), format: 'date', form: 'a day as YYYY-MM-DD' }, IsString());
}

/** A month in Lagos, `YYYY-MM`, of the same years. */
export function Month(): PropertyDecorator {
  return field({ normalise: inCalendar('-01'), form: 'a month as YYYY-MM' }, IsString());
}

/** @param rest what makes a day of the text */
function inCalendar(rest: string): Normalise {
  return (value) => {
    const text = trimmed(value) as string | undefined;
    return text === undefined || parseLagosDate(text + rest) === undefined ? undefined : text;
  };
}

const NAIRA = 'an amount with at most two decimals';

/** In Naira; the handler gets Kobo. */
export function Amount(): PropertyDecorator {
  const isKobo = {
    name: 'isKobo',
    validator: { validate: (value: unknown) => Number.isSafeInteger(value) && (value as Kobo) > 0 },
  };
  return field({ normalise: parseNaira, type: 'number', form: `${NAIRA}, above 0` }, ValidateBy(isKobo));
}

/** In Naira, negative ones too; the handler gets Kobo. */
export function SignedAmount(): PropertyDecorator {
  const normalise: Normalise = (value) => {
    if (typeof value !== 'number' && typeof value !== 'string') return undefined;
    const text = String(value).trim();
    const amount = parseNaira(text.startsWith('-') ? text.slice(1) : text);
    return amount !== undefined && text.startsWith('-') ? -amount : amount;
  };
  return field({ normalise, type: 'number', isSigned: true, form: NAIRA }, IsInt());
}

function quoted(values: readonly string[]): string {
  return values.map((value) => `\`${value}\``).join(', ');
}

function oneOf(values: readonly string[]): string {
  return `one of ${quoted(values)}`;
}

export function Choice(values: readonly string[], options: { default?: string } = {}): PropertyDecorator {
  return field({ normalise: trimmed, values, default: options.default, form: oneOf(values) }, IsString(), IsIn([...values]));
}

/** A list of the given values without duplicates; it may be empty. Other texts are refused, or left out with `ignoresOthers`. */
export function Choices(values: readonly string[], { ignoresOthers = false } = {}): PropertyDecorator {
  const isKnown = (word: unknown) => values.includes(word as string);
  const isTaken = (word: unknown) => isKnown(word) || (ignoresOthers && typeof word === 'string');
  const normalise: Normalise = (value) =>
    Array.isArray(value) && value.every(isTaken) ? [...new Set(value.filter(isKnown))] : undefined;
  return field({ normalise, type: 'array', values, form: `a list out of ${quoted(values)}` });
}

export function RequestType(values: readonly string[]): PropertyDecorator {
  return field({ normalise: trimmed, values, isRequestType: true, form: oneOf(values) }, IsString(), IsIn([...values]));
}

/** A whole number, also as a string of digits. */
export function Count(options: { min?: number; max?: number; default?: number } = {}): PropertyDecorator {
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = options;
  const form = `a whole number from ${min} ${options.max === undefined ? 'on' : `to ${max.toLocaleString('en')}`}`;
  return field({ normalise: digits, type: 'integer', default: options.default, form }, IsInt(), Min(min), Max(max));
}

export function Flag(): PropertyDecorator {
  const words = new Map<unknown, boolean>([
    ['true', true],
    ['false', false],
  ]);
  const normalise: Normalise = (value) => (typeof value === 'boolean' ? value : words.get(value));
  return field({ normalise, type: 'boolean', form: '`true` or `false`' }, IsBoolean());
}

/** Padded base64 without line breaks (RFC 4648); the handler gets a Buffer. */
export function Base64(): PropertyDecorator {
  const normalise: Normalise = (value) => {
    if (typeof value !== 'string') return undefined;
    const bytes = Buffer.from(value, 'base64');
    // Buffer ignores characters outside of the alphabet.
    return bytes.toString('base64') === value ? bytes : undefined;
  };
  return field({ normalise, format: 'base64', form: 'base64 with padding and without line breaks' });
}

/** The handler gets a ReceivedFile. */
export function FilePart(): PropertyDecorator {
  const normalise: Normalise = (value) => (value instanceof ReceivedFile ? value : undefined);
  return field({ normalise, type: 'file', form: 'a part of the form with a file name' });
}

/** @param options `exact`: an entry with an unknown name makes the list invalid */
export function ListOf(entries: new () => object, options: { max: number; exact?: boolean }): PropertyDecorator {
  const normalise: Normalise = (value) => (Array.isArray(value) && value.length <= options.max ? value : undefined);
  const { max, exact: exactEntries = false } = options;
  return field({ normalise, type: 'array', entries, exactEntries, form: `a list of at most ${max}` });
}

/** An object with YES or NO for each name, NO by default; the handler gets the names with YES. */
export function Switches(names: readonly string[]): PropertyDecorator {
  const normalise: Normalise = (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const entries = Object.entries(value) as [string, unknown][];
    if (!entries.every(([name, word]) => names.includes(name) && (word === 'YES' || word === 'NO'))) return undefined;
    return entries.filter(([, word]) => word === 'YES').map(([name]) => name);
  };
  return field({ normalise, type: 'object', values: names, form: 'an object with `YES` or `NO` for each name' });
}

const EARLIEST_MS = Date.UTC(2000, 0, 1);
const LATEST_MS = Date.UTC(2100, 0, 1);

const PAGE = 'the `pagination` of the page before, or the `recorded` of its last item';

/** The `recorded` of the last item served, in milliseconds or seconds (10 digits). */
export function Before(): PropertyDecorator {
  return field({ normalise: toTime, format: 'page', form: PAGE }, IsInt(), Min(EARLIEST_MS), Max(LATEST_MS));
}

/** Like `Before`, or how many rows of a sorted list to pass (up to four digits). */
export function BeforeOrPassed(): PropertyDecorator {
  const normalise: Normalise = (value) => {
    const isText = typeof value === 'string' || typeof value === 'number';
    return isText && /^[0-9]{1,4}$/.test(String(value).trim()) ? Number(value) : toTime(value);
  };
  return field({ normalise, format: 'place', form: PAGE }, IsInt(), Min(0), Max(LATEST_MS));
}

/** Whether a `page` of `BeforeOrPassed` is a time, and no number of rows. */
export function isTime(page: number): boolean {
  return page >= EARLIEST_MS;
}

function toTime(value: unknown): number | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value).trim();
  if (!/^([0-9]{10}|[0-9]{13})$/.test(text)) return undefined;
  return text.length === 10 ? Number(text) * 1000 : Number(text);
}

/** May be left out together with all others that follow from the same parameter, if that is given. One alone may not be left out. */
export function Follows(parameter: string): PropertyDecorator {
  return (prototype, property) => {
    const type = prototype.constructor;
    Reflect.defineMetadata(FOLLOWING, new Map([...followingOf(type), [String(property), parameter]]), type);
  };
}

export function Optional(): PropertyDecorator {
  return (prototype, property) => {
    const type = prototype.constructor;
    Reflect.defineMetadata(
      OPTIONAL,
      [...((Reflect.getMetadata(OPTIONAL, type) as string[] | undefined) ?? []), String(property)],
      type,
    );
    IsOptional()(prototype, property);
  };
}

export class NoInput {}
