import { type OutgoingMail, senderDomain } from './mail-transport.js';

/** Bytes that fit an encoded word of at most 75 characters. */
const WORD_BYTES = 45;

/** Written by hand, because a library's composer works through slow streams. */
export function composeEml({ id, to, subject, text, html, createdAt }: OutgoingMail, from: string): string {
  const boundary = `=_${id}`;
  const part = (type: string, content: string) =>
    `--${boundary}\nContent-Type: ${type}; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n${content}\n`;
  const message = [
    'Auto-Submitted: auto-generated',
    `From: ${encodeSender(from)}`,
    `To: ${oneLine(to)}`,
    `Subject: ${encodeText(subject)}`,
    `Message-ID: <${id}@${senderDomain(from)}>`,
    `Date: ${new Date(createdAt).toUTCString().replace('GMT', '+0000')}`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    `${part('text/plain', text)}${part('text/html', html)}--${boundary}--`,
    '',
  ].join('\n');
  return message.replaceAll('\n', '\r\n');
}

function encodeSender(from: string): string {
  const [, name = '', address = from] = /^\s*(.*?)\s*(<[^>]*>)\s*$/.exec(from) ?? [];
  return name === '' ? oneLine(address) : `${encodeText(name)} ${oneLine(address)}`;
}

/** RFC 2047 where a header is not plain ASCII; a character is never split between two words. */
function encodeText(value: string): string {
  const text = oneLine(value);
  if (/^[\x20-\x7e]*$/.test(text) && !text.includes('=?')) return text;
  const words: string[] = [];
  let word = '';
  for (const character of text) {
    if (Buffer.byteLength(word + character) > WORD_BYTES) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  return [...words, word].map((each) => `=?UTF-8?B?${Buffer.from(each).toString('base64')}?=`).join('\n ');
}

/** A line break would end the header. */
function oneLine(text: string): string {
  return text.replace(/[\r\n\0]+/g, ' ');
}
