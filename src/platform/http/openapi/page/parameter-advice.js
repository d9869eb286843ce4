/** What to send for a parameter that is missing or not valid, by its schema and its meaning. */

const FORMS = {
  '^([0-9]{10}|[0-9]{13}|false)$': 'the `pagination` of the page before, or the `recorded` of its last item',
  '^\\d{4}-\\d{2}-\\d{2}$': 'a day as YYYY-MM-DD',
  '^(?:\\+?234|0)?[789][01][0-9]{8}$': 'a Nigerian mobile number, as 08031234567 or +2348031234567',
  '^\\+?[0-9][0-9 ()-]{5,30}$': 'a phone number: digits, blanks, brackets and hyphens, with or without a + before',
  '^(?:[0-9]{4}|[0-9]{6})$': '4 or 6 digits',
  '^(?:[0-9]{4}|[0-9]{6})?$': '4 or 6 digits, or nothing',
  '^[a-z0-9-]{1,32}$': '1 to 32 lower case letters, digits and hyphens',
};

/** @param parameter `{ name, schema, description }` @param fault missing, invalid or unsupported */
export function parameterAdvice({ name, schema, description = '' }, fault) {
  const isSaid = schema.enum || (fault !== 'missing' && FORMS[schema.pattern]) || description === '';
  const meaning = isSaid ? '' : `: ${uncapitalised(description)}`;
  if (fault !== 'missing') return `Send \`${name}\` as ${formOf(schema)}${meaning}.`;
  return `Send \`${name}\`${schema.enum ? `, ${formOf(schema)}` : meaning}.`;
}

/** The parameter that an error is about, by the name of the error, as `email_missing`; undefined where it is about none. */
export function parameterOf(error, { parameters = [], requestBody }) {
  const [, name, fault] = /^(\w+)_(missing|invalid|unsupported)$/.exec(error) ?? [];
  const [content] = Object.values(requestBody?.content ?? {});
  const schema = parameters.find((one) => one.name === name)?.schema ?? content?.schema.properties?.[name];
  if (!name || !schema) return undefined;
  const description = parameters.find((one) => one.name === name)?.description ?? schema.description;
  return { name, fault, schema, description };
}

function formOf({ type, format, pattern, minLength = 1, maxLength, minimum, maximum, exclusiveMinimum, enum: values, ...rest }) {
  if (values) return `one of ${values.map((value) => `\`${value}\``).join(', ')}`;
  if (format === 'email') return `an e-mail address of at most ${maxLength} characters`;
  if (format === 'date') return 'a day as YYYY-MM-DD';
  if (format === 'binary') return 'a part of the form with a file name';
  if (rest.contentEncoding === 'base64') return 'base64 with padding and without line breaks';
  if (type === 'boolean') return '`true` or `false`';
  if (type === 'array')
    return rest.items.enum ? 'a list of their names' : `a list${rest.maxItems ? ` of at most ${rest.maxItems}` : ''}`;
  if (type === 'object') return 'an object with `YES` or `NO` for each name';
  if (type === 'integer') return `a whole number${rangeOf(minimum, maximum)}`;
  if (type === 'number') return `an amount with at most two decimals${exclusiveMinimum === 0 ? ', above 0' : ''}`;
  if (FORMS[pattern]) return FORMS[pattern];
  if (pattern) return `text of the form \`${pattern}\``;
  if (maxLength === undefined) return 'text of the form that it has';
  return minLength > 1
    ? `text of ${minLength} to ${thousands(maxLength)} characters`
    : `text of at most ${thousands(maxLength)} characters`;
}

function rangeOf(minimum, maximum) {
  if (maximum === undefined) return minimum === undefined ? '' : ` from ${minimum} on`;
  return ` from ${minimum ?? 0} to ${thousands(maximum)}`;
}

function thousands(number) {
  return number.toLocaleString('en');
}

/** Not of a name or an abbreviation. */
function uncapitalised(text) {
  return /^[A-Z][a-z' ]/.test(text) && !/^(Google|Naira|Nigerian)/.test(text) ? `${text[0].toLowerCase()}${text.slice(1)}` : text;
}
