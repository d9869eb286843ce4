import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Files } from '../../../src/contexts/files/files.js';
import { Attachments } from '../../../src/contexts/files/index.js';
import { newId } from '../../../src/kernel/ids.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { samples } from './support/samples.js';
import { fileOf, UploadsApp, type UploadedFile } from './support/uploads-app.js';

const NO_RECORD = "We couldn't find any record matching your query";

describe.each(ONE_BACKEND)('files on %s', (backend) => {
  let uploads: UploadsApp;
  let sample: Readonly<Record<string, Buffer>>;
  beforeAll(async () => {
    sample = await samples();
    uploads = await UploadsApp.start(backend, { UPLOAD_QUOTA_MB: '1' });
  });
  afterAll(() => uploads.close());

  async function usedBytes(userId: string): Promise<number> {
    const [usage] = await uploads.rows<{ used_bytes: number }>('SELECT used_bytes FROM file_usage WHERE user_id = ?', userId);
    return usage!.used_bytes;
  }

  it('are listed for their owner only', async () => {
    const as = await uploads.service.register();
    const none = await uploads.fetch({ rqtp: 'user' }, as);
    expect([none.status, none.body.ERRORS.CODE]).toEqual([404, 404]);
    expect(none.body.ERRORS.DETAILS).toContain(NO_RECORD);

    const file = await uploads.upload('mine.txt', 'mine', as);
    expect((await uploads.fetch({ rqtp: 'mk', rqvl: file.marker }, as)).body.DATA).toEqual(file);
    const own: Record<string, string>[] = [
      { rqtp: 'user' },
      { rqtp: 'user', rqvl: as.userid },
      { rqtp: 'user', rqvl: 'false' },
      { rqtp: 'all' },
    ];
    for (const query of own) expect((await uploads.fetch(query, as)).body.DATA).toEqual({ result: [file], pagination: '' });

    const others: Record<string, string>[] = [
      { rqtp: 'mk', rqvl: file.marker },
      { rqtp: 'user', rqvl: as.userid },
      { rqtp: 'mk', rqvl: newId() },
      { rqtp: 'mk' },
    ];
    const staff = await uploads.staff('userControl.allowModify');
    for (const query of others) {
      for (const other of [uploads.obi, staff]) {
        const answer = await uploads.fetch(query, other);
        expect([answer.status, answer.body.ERRORS.CODE]).toEqual([404, 404]);
      }
    }
  });

  it('need a request type', async () => {
    expect((await uploads.fetch({})).body.ERRORS).toMatchObject({ CODE: 400, ID: 'rqtp_required' });
    const wrong = (await uploads.fetch({ rqtp: 'x' })).body.ERRORS;
    expect(wrong).toMatchObject({ CODE: 400, ID: 'rqtp_invalid' });
    expect(wrong.DETAILS).toMatch(/^Unsupported request type \(/);
  });

  it('are paged, newest first', async () => {
    const as = await uploads.service.register();
    const sent: string[] = [];
    for (let number = 0; number < 18; number++) sent.push((await uploads.upload(`${number}.txt`, `${number}`, as)).marker);
    await uploads.delete(sent.pop()!, as);
    const seen: string[] = [];
    let page = 'false';
    do {
      const { DATA } = (await uploads.fetch({ rqtp: 'user', page }, as)).body;
      seen.push(...(DATA.result as UploadedFile[]).map(({ marker }) => marker));
      page = DATA.pagination as string;
    } while (page !== '');
    expect(seen).toEqual(sent.toReversed());
  });

  describe('deletion', () => {
    it('removes record and content', async () => {
      const file = await uploads.upload('gone.png', sample['png']!);
      await uploads.settled();
      const before = uploads.contents().length;
      const answer = await uploads.delete(file.marker);
      expect(answer.body.DATA).toEqual({ COMMENT: 'File deleted' });
      expect(uploads.contents()).toHaveLength(before - 2);
      expect((await uploads.show(file)).status).toBe(404);
      expect((await uploads.fetch({ rqtp: 'mk', rqvl: file.marker })).status).toBe(404);
      const again = await uploads.delete(file.marker);
      expect([again.status, again.body.ERRORS.CODE]).toEqual([404, 404]);
      // The tombstone.
      expect(await uploads.rows('SELECT status, file_name FROM file WHERE id = ?', file.marker)).toEqual([
        { status: 'deleted', file_name: 'gone.png' },
      ]);
    });

    it('says to others that a file is not theirs, also a generated one, and tells as little of a deleted or an unfinished one as of none', async () => {
      const file = await uploads.upload('secret name.txt', 'secret');
      const refused = [403, expect.objectContaining({ CODE: 403, ID: 'not_yours' })];
      const answers = async (other = uploads.obi) => {
        const { status, body } = await uploads.delete(file.marker, other);
        return [status, { ...body.ERRORS, DETAILS: body.ERRORS.DETAILS.replace(/ \([0-9A-Z]+\)$/, '') }] as const;
      };
      const missing = async () => {
        const { status, body } = await uploads.delete('01ARZ3NDEKTSV4RRFFQ69G5FAV', uploads.obi);
        return [status, { ...body.ERRORS, DETAILS: body.ERRORS.DETAILS.replace(/ \([0-9A-Z]+\)$/, '') }] as const;
      };
      const colleague = await uploads.staff('helpControl.allowModify');
      for (const other of [uploads.obi, colleague]) expect(await answers(other)).toEqual(refused);
      const staff = await uploads.staff('userControl.allowModify');
      await uploads.execute("UPDATE file SET directory = '_generated' WHERE id = ?", file.marker);
      for (const other of [uploads.obi, staff]) expect(await answers(other)).toEqual(refused);
      for (const status of ['incoming', 'deleted']) {
        await uploads.execute("UPDATE file SET directory = '', status = ? WHERE id = ?", status, file.marker);
        expect(await answers()).toEqual(await missing());
      }
    });

    it('is refused to others but staff with the permission', async () => {
      const file = await uploads.upload('kept.txt', 'kept');
      const seeing = await uploads.staff('userControl.viewDetails', 'helpControl.allowModify');
      for (const [other, status] of [
        [uploads.obi, 403],
        [await uploads.staff(), 403],
        [seeing, 403],
      ] as const) {
        const answer = await uploads.delete(file.marker, other);
        expect([answer.status, answer.body.ERRORS.CODE]).toEqual([status, status]);
      }
      await uploads.execute("UPDATE file SET directory = 'icons' WHERE id = ?", file.marker);
      expect((await uploads.delete(file.marker, await uploads.staff())).status).toBe(403);
      await uploads.execute("UPDATE file SET directory = '' WHERE id = ?", file.marker);
      expect((await uploads.show(file)).status).toBe(200);
      expect(await uploads.rows('SELECT id FROM staff_audit')).toEqual([]);

      const staff = await uploads.staff('userControl.allowModify');
      expect((await uploads.delete(file.marker, staff)).status).toBe(200);
      expect((await uploads.show(file)).status).toBe(404);
      expect(await uploads.rows('SELECT staff_id, action, subject FROM staff_audit')).toEqual([
        { staff_id: staff.userid, action: 'core_file_delete', subject: `file:${file.marker}` },
      ]);
    });

    it('needs a valid marker', async () => {
      expect((await uploads.service.client.get('core_file_delete', { as: uploads.ada })).body.ERRORS).toMatchObject({
        CODE: 400,
        ID: 'fxid_required',
      });
      expect((await uploads.delete(newId())).body.ERRORS.CODE).toBe(404);
    });

    it('works during processing', async () => {
      const before = uploads.contents().length;
      for (let round = 0; round < 6; round++) {
        const file = await uploads.upload('race.png', sample['png']!);
        if (round % 2 === 1) await new Promise((resolve) => setTimeout(resolve, round * 8));
        expect((await uploads.delete(file.marker)).status).toBe(200);
      }
      await uploads.settled();
      await expect.poll(() => uploads.contents().length).toBe(before);
    });
  });

  it('quota limits the bytes of a user', async () => {
    const as = await uploads.service.register();
    const half = Buffer.alloc(500_000, 'a');
    const answers = await Promise.all(Array.from({ length: 6 }, () => uploads.send({ file: fileOf('half.txt', half) }, as)));
    const kept = answers.filter(({ status }) => status === 200).map(({ body }) => body.DATA as UploadedFile);
    const refused = answers.filter(({ status }) => status === 413);
    expect([kept.length, refused.length]).toEqual([2, 4]);
    expect(refused[0]!.body.ERRORS).toMatchObject({ CODE: 413, ID: 'quota_exceeded' });
    expect(await usedBytes(as.userid)).toBe(1_000_000);

    await uploads.delete(kept[0]!.marker, as);
    expect(await usedBytes(as.userid)).toBe(500_000);
    await uploads.upload('again.txt', half, as);
  });

  it('quota excludes system directories', async () => {
    const staff = await uploads.staff();
    await uploads.upload('own.txt', 'mine', staff);
    const large = { sysdrn: 'large' };
    const half = Buffer.alloc(500_000, 'a');
    const files = [];
    for (let file = 0; file < 3; file++) files.push(await uploads.upload('half.txt', half, staff, large));
    files.push(await uploads.upload('photo.jpg', sample['jpg']!, staff, large));
    await uploads.settled();
    expect(await usedBytes(staff.userid)).toBe(4);
    const lost = files.pop()!.marker;
    await uploads.execute("UPDATE file SET status = 'incoming' WHERE id = ?", lost);
    const records = uploads.service.app.get(Files, { strict: false });
    await records.removeIncoming((await records.find(lost))!);
    for (const { marker } of files) expect((await uploads.delete(marker, staff)).status).toBe(200);
    expect(await usedBytes(staff.userid)).toBe(4);
  });

  it('quota counts the size of a processed image', async () => {
    const as = await uploads.service.register();
    const file = await uploads.upload('photo.jpg', sample['jpg']!, as);
    await uploads.settled();
    const { fileSize, marker } = await uploads.find(file.marker, as);
    expect(fileSize).not.toBe(file.fileSize);
    expect(await usedBytes(as.userid)).toBe(fileSize);
    await uploads.delete(marker, as);
    expect(await usedBytes(as.userid)).toBe(0);
  });

  describe('attachments', () => {
    const attachments = () => uploads.service.app.get(Attachments, { strict: false });
    const note = (fileName: string, text: string) => ({ fileName, contentType: 'text/plain', bytes: Buffer.from(text) });

    it('are stored together', async () => {
      const { userid } = uploads.obi;
      const kept = await attachments().store({ userId: userid, ip: '127.0.0.1' }, [note('a.txt', 'a'), note('b.csv', 'b,c')]);
      expect(kept).toMatchObject([
        { userId: userid, fileName: 'a.txt', contentType: 'text/plain', sizeBytes: 1, status: 'active' },
        { fileName: 'b.csv', contentType: 'text/csv' },
      ]);
      const ids = kept.map(({ id }) => id).toReversed();
      expect((await attachments().find([newId(), ...ids])).map(({ id }) => id)).toEqual(ids);
      expect(await (await uploads.show({ localUrl: kept[0]!.path })).text()).toBe('a');
      await uploads.delete(ids[0]!, uploads.obi);
      expect((await attachments().find(ids)).map(({ id }) => id)).toEqual([ids[1]]);
    });

    it('are stored all or none', async () => {
      const { userid } = await uploads.service.register();
      const rows = await uploads.rows('SELECT id FROM file');
      const wrong = [
        [[note('a.txt', 'a'), note('b.exe', 'b')], 'files.extension_not_allowed'],
        [[note('a.txt', 'a'), note('b.pdf', 'b')], 'files.content_mismatch'],
        [[note('a.txt', 'a'), note('b.txt', '')], 'files.empty'],
        [[note('a.txt', 'a'), note('b.txt', 'b'.repeat(10 * 1024 * 1024 + 1))], 'files.too_large'],
      ] as const;
      for (const [files, failure] of wrong)
        await expect(attachments().store({ userId: userid, ip: '127.0.0.1' }, files)).rejects.toMatchObject({ failure });
      expect(await uploads.rows('SELECT id FROM file')).toHaveLength(rows.length);
      const full = [note('a.txt', 'a'), note('b.txt', 'b'.repeat(1_048_576))];
      await expect(attachments().store({ userId: userid, ip: '127.0.0.1' }, full)).rejects.toMatchObject({
        failure: 'files.quota_exceeded',
      });
      expect(await usedBytes(userid)).toBe(0);
      expect(await uploads.rows("SELECT id FROM file WHERE user_id = ? AND status <> 'deleted'", userid)).toEqual([]);
      expect(uploads.incoming()).toEqual([]);
    });
  });
});
