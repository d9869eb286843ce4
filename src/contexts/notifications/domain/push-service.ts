/** The services that push messages go through. */
export type PushService = 'expo' | 'fcm';

const EXPO_TOKEN = /^Expo(nent)?PushToken\[.+\]$/;
const BY_TYPE: Readonly<Record<string, PushService>> = { expo: 'expo', fcm: 'fcm', firebase: 'fcm', android: 'fcm', ios: 'fcm' };

/** The service that a device's token is of; undefined for one that we do not know. Expo's tokens tell by themselves. */
export function pushServiceOf(device: { readonly tokenType: string; readonly pushToken: string }): PushService | undefined {
  if (EXPO_TOKEN.test(device.pushToken)) return 'expo';
  const type = device.tokenType.trim().toLowerCase();
  return Object.hasOwn(BY_TYPE, type) ? BY_TYPE[type] : undefined;
}
