import { domainToASCII } from 'node:url';
import { FIXED_LINES } from './mail-layout.js';
import { type OutgoingMail, senderDomain } from './mail-transport.js';

/** Bytes that fit an encoded word of at most 75 characters. */
const WORD_BYTES = 45;

/** Characters of an encoded line, its soft line break included. */
const LINE_LENGTH = 76;

/** Most of a mail, encoded once. */
const ENCODED: ReadonlyMap<string, string> = new Map(FIXED_LINES.map((line) => [line, encodeLine(line)]));

type Encoding = '8bit' | 'quoted-printable';

/** Written by hand, because a library's composer takes three times as long as all the rest of the sending. */
export function composeEml(
  { id, to, subject, text, html, createdAt }: OutgoingMail,
  from: string,
  encoding: Encoding = '8bit',
): string {
  const boundary = `=_${id}`;
  const part = (type: string, content: string) =>
    `--${boundary}\nContent-Type: ${type}; charset=utf-8\nContent-Transfer-Encoding: ${encoding}\n\n${
      encoding === '8bit' ? content : quotedPrintable(content)
    }\n`;
  const message = [
    'Auto-Submitted: auto-generated',
    `From: ${encodeSender(from)}`,
    `To: ${asciiDomain(oneLine(to))}`,
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

/** RFC 2045, for servers that take ASCII and short lines only. */
function quotedPrintable(content: string): string {
  return content
    .split('\n')
    .map((line) => ENCODED.get(line) ?? encodeLine(line))
    .join('\n');
}

function encodeLine(line: string): string {
  let rest = escapeLine(line);
  let encoded = '';
  while (rest.length > LINE_LENGTH) {
    // No `=XX` is split.
    const escape = rest.lastIndexOf('=', LINE_LENGTH - 2);
    const end = escape > LINE_LENGTH - 4 ? escape : LINE_LENGTH - 1;
    encoded += `${rest.slice(0, end)}=\n`;
    rest = rest.slice(end);
  }
  return encoded + rest;
}

function escapeLine(line: string): string {
  const isAscii = /^[\t\x20-\x7e]*$/.test(line);
  const escaped = isAscii ? line.replaceAll('=', '=3D') : line.replace(/[^\t\x20-\x3c\x3e-\x7e]/gu, escapeCharacter);
  if (escaped.endsWith(' ')) return `${escaped.slice(0, -1)}=20`;
  return escaped.endsWith('\t') ? `${escaped.slice(0, -1)}=09` : escaped;
}

function escapeCharacter(character: string): string {
  return Buffer.from(character).toString('hex').toUpperCase().replace(/../g, '=$&');
}

function asciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  return address.slice(0, at) + (domainToASCII(address.slice(at)) || address.slice(at));
}

/** A line break would end the header. */
function oneLine(text: string): string {
  return text.replace(/[\r\n\0]+/g, ' ');
}
