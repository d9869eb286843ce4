import { Column, type ColumnOptions, PrimaryColumn, type ValueTransformer } from 'typeorm';
import { exactText, fromExactText } from '../../kernel/exact-text.js';

/** BIGINT arrives as a string beyond the safe integers. */
const safeInteger: ValueTransformer = {
  to: (value: unknown) => value,
  from: (value: number | string | null | undefined) => {
    if (value === null || value === undefined) return value;
    const number = Number(value);
    if (!Number.isSafeInteger(number)) throw new RangeError(`database integer out of range: ${value}`);
    return number;
  },
};

const flag: ValueTransformer = {
  to: (value: unknown) => (typeof value === 'boolean' ? Number(value) : value),
  from: (value: unknown) => (value === null || value === undefined ? value : Number(value) === 1),
};

const exact: ValueTransformer = {
  to: (value: unknown) => (typeof value === 'string' ? exactText(value) : value),
  from: (value: unknown) => (typeof value === 'string' ? fromExactText(value) : value),
};

export const ID_LENGTH = 40;

export const IdColumn = (name: string, options: ColumnOptions = {}) =>
  Column({ name, type: 'varchar', length: ID_LENGTH, ...options });
/** Unix milliseconds, as part of a primary key. */
export const PrimaryTimeColumn = (name: string) => PrimaryColumn({ name, type: 'bigint', transformer: safeInteger });
export const PrimaryIdColumn = (name = 'id') => PrimaryColumn({ name, type: 'varchar', length: ID_LENGTH });
export const TextColumn = (name: string, length = 255, options: ColumnOptions = {}) =>
  Column({ name, type: 'varchar', length, ...options });
/** Text from outside that is looked up or unique; see `exactText`. */
export const ExactTextColumn = (name: string, length: number, options: ColumnOptions = {}) =>
  Column({ name, type: 'varchar', length, transformer: exact, ...options });
export const LongTextColumn = (name: string, options: ColumnOptions = {}) => Column({ name, type: 'text', ...options });
export const KoboColumn = (name: string, options: ColumnOptions = {}) =>
  Column({ name, type: 'bigint', transformer: safeInteger, ...options });
export const TimeColumn = (name: string, options: ColumnOptions = {}) =>
  Column({ name, type: 'bigint', transformer: safeInteger, ...options });
export const CountColumn = (name: string, options: ColumnOptions = {}) =>
  Column({ name, type: 'bigint', transformer: safeInteger, ...options });
export const FlagColumn = (name: string, options: ColumnOptions = {}) =>
  Column({ name, type: 'smallint', transformer: flag, ...options });
