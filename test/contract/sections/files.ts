import { fault, NO_RECORD, recipe, type Section } from '../support/section.js';
import type { ContractFixture } from '../support/contract-fixture.js';
import { signInStaff } from '../../support/staff.js';

const TEXT = { fileName: 'note.txt', content: 'Dear Harmattan' };
const LIMIT_BYTES = 10 * 1024 * 1024;

async function newFile(fixture: ContractFixture): Promise<string> {
  return (await fixture.must('core_file_upload', { as: fixture.ada, form: { file: TEXT } })).body.DATA.marker as string;
}

const uploading = (details: string | undefined, fileName: string, content: string | Buffer) =>
  recipe(details, (fixture) => fixture.call('core_file_upload', { as: fixture.ada, form: { file: { fileName, content } } }));

/** A4.4: Files. */
export const files: Section = {
  calls: {
    core_file_upload: ({ staff }) => ({ as: staff, form: { file: TEXT, sysdrn: 'icons' } }),
    core_file_fetch: async (fixture) => {
      await newFile(fixture);
      const { ada } = fixture;
      return { as: ada, query: { rqtp: 'user', rqvl: ada.userid, page: String(Date.now() + 1000) } };
    },
    core_file_delete: async (fixture) => ({ as: fixture.ada, query: { fxid: await newFile(fixture) } }),
  },
  lists: {
    core_file_fetch: async (fixture) => ({ user: fixture.ada.userid, mk: await newFile(fixture), all: '' }),
  },
  recipes: {
    core_file_upload: {
      'no file uploaded': recipe('The parameter file is required', (fixture) =>
        fixture.call('core_file_upload', { as: fixture.ada, form: { other: 'x' } }),
      ),
      'extension not allowed': uploading('Files of this kind are not allowed', 'run.exe', 'x'),
      'file size exceeds 10 MB': uploading(undefined, 'large.txt', Buffer.alloc(LIMIT_BYTES + 1, 'x')),
      'could not process': fault('core_file_upload'),
    },
    core_file_fetch: {
      'no record': recipe(NO_RECORD, (fixture) =>
        fixture.call('core_file_fetch', { as: fixture.newcomer, query: { rqtp: 'all' } }),
      ),
    },
    core_file_delete: {
      'no permission on this file': recipe("Oops, you don't have the necessary permission for this request", async (fixture) =>
        fixture.call('core_file_delete', {
          as: await signInStaff(fixture.service, 'userControl.viewDetails'),
          query: { fxid: await newFile(fixture) },
        }),
      ),
      'file not found': recipe(NO_RECORD, (fixture) =>
        fixture.call('core_file_delete', { as: fixture.ada, query: { fxid: fixture.unknownMarker } }),
      ),
      'could not process': fault('core_file_delete'),
    },
  },
};
