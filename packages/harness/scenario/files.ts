import type { Step } from './step.js';

export const files: readonly Step[] = [
  {
    action: 'core_file_upload',
    as: 'ada',
    file: { name: 'note.txt', type: 'text/plain', content: 'Dear Harmattan' },
    keep: { file: (data) => data.marker },
  },
  { action: 'core_file_fetch', as: 'ada', input: { rqtp: 'user', rqvl: '{{ada_userid}}' } },
  { action: 'core_file_delete', as: 'ada', input: { fxid: '{{file}}' } },
];
