export type PushService = 'expo' | 'fcm';

const EXPO_TOKEN = /^Expo(nent)?PushToken\[.+\]$/;
const BY_TYPE: Readonly<Record<string, PushService>> = { expo: 'expo', fcm: 'fcm', firebase: 'fcm', android: 'fcm', ios: 'fcm' };

/** The service of a device's token; undefined for an unknown one. Expo tokens have a recognisable format. */
export function pushServiceOf(device: { readonly tokenType: string; readonly pushToken: string }): PushService | undefined {
  if (EXPO_TOKEN.test(device.pushToken)) return 'expo';
  const type = device.tokenType.trim().toLowerCase();
  return Object.hasOwn(BY_TYPE, type) ? BY_TYPE[type] : undefined;
}
