import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { composeEml } from './eml.js';

const mail = {
  id: 'MAIL1',
  to: 'ada@example.com',
  subject: 'Hello',
  text: 'Hello\n',
  html: '<p>Hello</p>',
  createdAt: 1_790_000_000_000,
};

describe('composeEml', () => {
  it('writes a message that a mail program reads', async () => {
    const parsed = await PostalMime.parse(composeEml(mail, 'Harmattan <no-reply@harmattan.example>'));
    expect(parsed).toMatchObject({
      from: { name: 'Harmattan', address: 'no-reply@harmattan.example' },
      to: [{ address: 'ada@example.com' }],
      subject: 'Hello',
      messageId: '<MAIL1@harmattan.example>',
      text: expect.stringMatching(/^Hello\s*$/) as unknown,
      date: new Date(mail.createdAt).toISOString(),
    });
    expect(parsed.html).toContain('<p>Hello</p>');
  });

  it.each([
    'Ọládélé Ẹniọlá sent you ₦250.00, and ₦1,000.00 more than that',
    '🎉'.repeat(40),
    '=?UTF-8?B?SGk=?=',
    'ab'.repeat(60),
  ])('keeps the subject %s', async (subject) => {
    const message = composeEml({ ...mail, subject }, 'Ẹgbẹ́ <no-reply@harmattan.example>');
    const parsed = await PostalMime.parse(message);
    expect([parsed.subject, parsed.from?.name]).toEqual([subject, 'Ẹgbẹ́']);
    expect(message.split('\r\n\r\n')[0]).toMatch(/^[\x20-\x7e\r\n]*$/);
  });

  it.each([
    'Ọládélé Ẹniọlá sent you ₦250.00 = a lot. '.repeat(12),
    `${'a'.repeat(75)}=\n${'b'.repeat(74)}₦\n${'c'.repeat(73)}=\nends with a blank \n\tand a tab\t`,
    '🎉'.repeat(60),
    '.\n..\nFrom me',
  ])('keeps the text %j in short lines of ASCII', async (text) => {
    const message = composeEml({ ...mail, text, html: `<p>${text}</p>` }, 'no-reply@harmattan.example', 'quoted-printable');
    const parsed = await PostalMime.parse(message);
    expect([parsed.text?.replace(/\n$/, ''), parsed.html?.replace(/\n$/, '')]).toEqual([text, `<p>${text}</p>`]);
    expect(message.split('\r\n').filter((line) => !/^[\t\x20-\x7e]{0,76}$/.test(line) && !line.includes('boundary'))).toEqual([]);
  });

  it('writes the domain of a receiver in ASCII', () => {
    expect(composeEml({ ...mail, to: 'ada@ọ̀yọ́.example' }, 'no-reply@harmattan.example')).toMatch(
      /^To: ada@xn--[a-z0-9-]+\.example\r$/m,
    );
  });

  it('lets no value begin a header of its own', async () => {
    const given = { ...mail, to: 'ada@example.com\r\nBcc: eve@example.com', subject: 'Hi\r\nBcc: eve@example.com' };
    expect((await PostalMime.parse(composeEml(given, 'no-reply@harmattan.example'))).bcc).toBeUndefined();
  });
});
