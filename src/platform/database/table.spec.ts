import { Entity } from 'typeorm';
import { describe, expect, it } from 'vitest';
import { COMMITTED_AT } from '../../kernel/row-changes.js';
import { CountColumn, ExactTextColumn, FlagColumn, PrimaryIdColumn, TimeColumn } from './columns.js';
import { tableOf } from './table.js';

@Entity('widget')
class WidgetRow {
  @PrimaryIdColumn() id: string;
  @ExactTextColumn('serial_number', 32) serialNumber: string;
  @FlagColumn('is_sold') isSold: boolean;
  @CountColumn('queries') queries: number;
  @TimeColumn('recorded') createdAt: number;
}

class Undecorated {
  id: string;
}

describe('Table', () => {
  const table = tableOf(WidgetRow);

  it('names columns as the decorators do and stores values as the column does', () => {
    expect(table.insert({ id: 'a', serialNumber: 'B ', isSold: true, createdAt: COMMITTED_AT })).toEqual({
      table: 'widget',
      values: { id: 'a', serial_number: expect.not.stringMatching(/ $/) as string, is_sold: 1, recorded: COMMITTED_AT },
    });
  });

  it('keeps the order of the key, whose first column identifies the row', () => {
    const { key, set } = table.update({ id: 'a', isSold: false }, { queries: 2 });
    expect(Object.entries(key)).toEqual([
      ['id', 'a'],
      ['is_sold', 0],
    ]);
    expect(set).toEqual({ queries: 2 });
  });

  it('adds under the column of a counter', () => {
    expect(table.increment({ id: 'a' }, { queries: -1 })).toEqual({ table: 'widget', key: { id: 'a' }, add: { queries: -1 } });
  });

  it('selects columns under the names of their properties', () => {
    expect(table.selection('id', 'serialNumber')).toBe('id AS id, serial_number AS serialNumber');
    expect(table.columns('createdAt', 'id')).toEqual(['recorded', 'id']);
  });

  it('refuses a property that is no column and a class that is no table', () => {
    const values: object = { id: 'a', colour: 'red' };
    expect(() => table.insert(values)).toThrow('widget has no column for colour');
    expect(() => tableOf(Undecorated)).toThrow('Undecorated has no @Entity with a name');
  });
});
