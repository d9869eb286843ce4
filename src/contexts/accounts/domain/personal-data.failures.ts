import { failures } from '../../../kernel/failure.js';

export const personalDataFailures = failures('personal_data', {
  export_running: ['conflict', 'Your data are being collected already, we will tell you when the file is ready'],
  exports_exhausted: ['too_many', 'You asked for your data three times within a day, please try again later'],
});
