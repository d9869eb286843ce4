import { describe, expect, it } from 'vitest';
import { pushServiceOf } from './push.js';

describe('pushServiceOf', () => {
  it.each([
    ['expo', 'anything', 'expo'],
    ['Expo', 'anything', 'expo'],
    ['android', 'ExponentPushToken[abc]', 'expo'],
    ['', 'ExpoPushToken[abc]', 'expo'],
    ['fcm', 'abc:APA91', 'fcm'],
    [' Android ', 'abc:APA91', 'fcm'],
    ['iOS', 'abc:APA91', 'fcm'],
    ['firebase', 'abc:APA91', 'fcm'],
    ['huawei', 'abc', undefined],
    ['constructor', 'abc', undefined],
    ['', '', undefined],
  ])('type %j and token %j: %s', (tokenType, pushToken, service) => {
    expect(pushServiceOf({ tokenType, pushToken })).toBe(service);
  });
});
