/**
 * What to send for a parameter that is missing or not valid, by its schema and its meaning. JavaScript, because scripts that make
 * documents read it too, without a build.
 */

/**
 * @typedef {Pick<import('./openapi.js').Parameter, 'name' | 'schema' | 'description'>} DescribedParameter
 * @typedef {DescribedParameter & { fault: string }} FaultyParameter
 */

/**
 * @param {DescribedParameter} parameter
 * @param {string} fault missing, invalid or unsupported
 */
export function parameterAdvice({ name, schema, description = '' }, fault) {
  const isSaid = schema.enum || (fault !== 'missing' && schema.pattern) || description === '';
  const meaning = isSaid ? '' : `: ${uncapitalised(description)}`;
  if (fault !== 'missing') return `Send \`${name}\` as ${schema['x-form']}${meaning}.`;
  return `Send \`${name}\`${schema.enum ? `, ${schema['x-form']}` : meaning}.`;
}

/**
 * The parameter that an error is about, by the name of the error, as `email_missing`; undefined where it is about none.
 * @param {string} error
 * @param {Pick<import('./openapi.js').DocumentedOperation, 'parameters' | 'requestBody'>} operation
 * @returns {FaultyParameter | undefined}
 */
export function parameterOf(error, { parameters = [], requestBody }) {
  const [, name, fault] = /^(\w+)_(missing|invalid|unsupported)$/.exec(error) ?? [];
  if (!name || !fault) return undefined;
  const [content] = Object.values(requestBody?.content ?? {});
  const parameter = parameters.find((one) => one.name === name);
  const schema = parameter?.schema ?? content?.schema.properties?.[name];
  return schema && { name, fault, schema, description: parameter?.description ?? schema.description };
}

/**
 * Not of a name or an abbreviation.
 * @param {string} text
 */
function uncapitalised(text) {
  return /^[A-Z][a-z' ]/.test(text) && !/^(Google|Naira|Nigerian)/.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;
}
