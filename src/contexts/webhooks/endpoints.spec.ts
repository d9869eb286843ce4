import { describe, expect, it } from 'vitest';
import { endpointUrl, wants } from './endpoints.js';

describe('endpointUrl', () => {
  it('accepts https, and http where allowed', () => {
    expect(endpointUrl('https://Subscriber.example/hook?a=b', false)).toBe('https://subscriber.example/hook?a=b');
    expect(endpointUrl('http://subscriber.example/', true)).toBe('http://subscriber.example/');
    expect(endpointUrl('http://subscriber.example/', false)).toBeUndefined();
    expect(endpointUrl('ftp://subscriber.example/', true)).toBeUndefined();
  });

  it('normalises addresses, so that the stored one is the one called', () => {
    expect(endpointUrl('https://0x7f.1/', false)).toBe('https://127.0.0.1/');
    expect(endpointUrl('https://2130706433/', false)).toBe('https://127.0.0.1/');
  });

  it('refuses user names, fragments and long addresses', () => {
    expect(endpointUrl('https://user@subscriber.example/', false)).toBeUndefined();
    expect(endpointUrl('https://:word@subscriber.example/', false)).toBeUndefined();
    expect(endpointUrl('https://subscriber.example/#part', false)).toBeUndefined();
    expect(endpointUrl(`https://subscriber.example/${'é'.repeat(170)}`, false)).toBeUndefined();
  });
});

describe('wants', () => {
  const endpoint = {
    id: 'e',
    url: 'https://subscriber.example/',
    description: '',
    batch: 1,
    status: 'active',
    createdAt: 0,
  } as const;

  it('matches all or listed events, and none while disabled', () => {
    expect(wants({ ...endpoint, events: [] }, 'ticket.created')).toBe(true);
    expect(wants({ ...endpoint, events: ['ticket.created'] }, 'ticket.created')).toBe(true);
    expect(wants({ ...endpoint, events: ['ticket.created'] }, 'ticket.replied')).toBe(false);
    expect(wants({ ...endpoint, events: [], status: 'disabled' }, 'ticket.created')).toBe(false);
  });
});
