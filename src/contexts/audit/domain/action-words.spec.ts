import { describe, expect, it } from 'vitest';
import { actionInWords } from './action-words.js';

describe('actionInWords', () => {
  it('says what an operation does, and names one that it does not know by its own words', () => {
    expect(actionInWords('control_user_data_details')).toBe('Looked at the details of the user');
    expect(actionInWords('control_new_thing_make')).toBe('New thing make');
  });
});
