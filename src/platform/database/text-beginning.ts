import { Between, type FindOperator } from 'typeorm';

/** After every text that begins so, in the byte order of both databases. */
const LAST = '\u{10FFFF}';

/** The texts that begin so, as a range of an index. */
export function textsBeginning(text: string): [from: string, to: string] {
  return [text, `${text}${LAST}`];
}

export function beginsWith(text: string): FindOperator<string> {
  return Between(...textsBeginning(text));
}
