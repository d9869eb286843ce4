import type { Step } from './step.js';
import { browser, codeMailedTo, emailOf, password, phone, registration } from './steps.js';

export const accounts: readonly Step[] = [
  registration('ada', 'Ada', 'Obi', { tktp: 'expo', phtk: 'ExponentPushToken[ada-pixel-9]', chid: 'default' }),
  { ...registration('bayo', 'Bayo', 'Ade'), setup: true },
  ...codeMailedTo('ada', 'Welcome'),
  { action: 'user_email_confirm', as: 'ada', input: { code: '{{code}}' }, first: ['the code of the welcome mail'] },
  {
    action: 'user_profile_login',
    input: { emal: emailOf('ada'), pswd: password, ...browser },
    session: 'adaOnTheWeb',
    keep: { web_marker: (data) => data.marker },
  },
  {
    action: 'user_google_login',
    input: { rqat: '{{googleIdToken}}', ...phone },
    first: ['`GOOGLE_CLIENT_IDS`, and an ID token that Google gave the app for one of them'],
  },
  { action: 'authentication_verify', as: 'ada' },
  { action: 'user_authentication', as: 'adaOnTheWeb', session: 'adaOnTheWeb' },
  { action: 'user_profile_update', as: 'ada', input: { fNme: 'Adaeze', phoneNumber: '0803{{phone}}' } },
  { action: 'user_profile_get_info', as: 'ada', keep: { ada_reference: (data) => data.referralCode } },
  { action: 'user_email_verify_send', input: { emal: emailOf('ada'), purpose: 'confirm' } },
  ...codeMailedTo('ada', 'verification code'),
  { action: 'user_email_verify', input: { emal: emailOf('ada'), code: '{{code}}' }, first: ['the code of the newest mail'] },
  { action: 'user_phone_verify_send', as: 'ada', input: { channel: 'sms' }, first: ['a phone number in the profile'] },
  {
    sandbox: 'state',
    name: 'The text message to Ada',
    until: (state) => state.texts.length > 0,
    keep: { code: (state) => /\b([0-9]{6})\b/.exec(state.texts[0]!.text)![1] },
  },
  { action: 'user_phone_verify_confirm', as: 'ada', input: { code: '{{code}}' }, first: ['the code of the text message'] },
  { action: 'user_passcode_update', as: 'ada', input: { pswd: password, pinc: '2580' } },
  { action: 'user_session_fetch', as: 'ada', until: (data) => data.result.every(({ city }) => city !== '') },
  {
    action: 'user_location_fetch',
    as: 'ada',
    input: { rtyp: 'all' },
    until: () => true,
    first: ['a sign-in from a public address'],
  },
  { action: 'user_notice_fetch', as: 'ada', until: (data) => data.result.length > 1 },
  {
    action: 'user_notification_fetch',
    as: 'ada',
    input: { rqtp: 'all' },
    first: ['a push token, given at registration or login'],
  },
  { action: 'user_data_export', as: 'ada', input: { pswd: password }, keep: { export_marker: (data) => data.MKID } },
  {
    action: 'core_file_download',
    as: 'ada',
    input: { fxid: '{{export_marker}}', pswd: password },
    until: (data) => data.filePath !== '',
    first: ['the file that `user_data_export` made'],
  },
];
