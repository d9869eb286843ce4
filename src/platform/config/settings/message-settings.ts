import type { SettingGroup } from './setting-group.js';

export const MESSAGE_SETTINGS: readonly SettingGroup[] = [
  {
    title: 'Mail',
    settings: {
      MAIL_URL: { meaning: 'SMTP server', unset: '`.eml` files in `DATA_DIR/mail`', example: 'smtp://127.0.0.1:1025' },
      MAIL_TLS: {
        meaning:
          'whether mails and the password of `smtp://` wait for a server with STARTTLS (`required`), or go in the clear where it has none (`offered`)',
        unset: '`required` in production, but for a server on this machine; else `offered`',
      },
      MAIL_FROM: { meaning: 'sender of mails', form: 'an address, with or without a name' },
      MAIL_CONNECTIONS: { meaning: 'connections of each process to the SMTP server, beside 4 for security mails' },
      STAFF_ALERT_EMAILS: {
        meaning: 'who is mailed of new tickets, contact forms and system logs of kind error, at most once in five minutes each',
        unset: 'nobody',
        example: 'support@example.com,operations@example.com',
      },
      SUPPORT_EMAIL: {
        meaning: 'address of the help line in mails and PDF statements',
        unset: 'no such line',
        example: 'help@example.com',
      },
      SUPPORT_PHONE: { meaning: 'phone number of the help line', unset: 'no such line', example: '+234 700 555 0123' },
    },
  },
  {
    title: 'Text and push messages',
    settings: {
      SMS_URL: {
        meaning: 'gateway for text messages (codes that prove phone numbers), to which each is posted as JSON `{to, from, text}`',
        unset: 'files in `DATA_DIR/sms`; in production nobody can verify a phone number but staff',
        example: 'https://sms.example.com/messages',
      },
      SMS_TOKEN: { meaning: 'bearer token of the gateway', unset: 'required with `SMS_URL`', example: 'a-token-of-the-gateway' },
      SMS_SENDER: { meaning: 'sender of text messages' },
      EXPO_URL: {
        meaning: "Expo's push service",
        unset: 'messages for its devices are logged',
        example: 'https://exp.host',
      },
      EXPO_ACCESS_TOKEN: { meaning: 'only where the Expo project has enhanced push security', unset: 'none' },
      FCM_SERVICE_ACCOUNT: {
        meaning: 'JSON key file of a Firebase service account, which every process reads',
        unset: "messages for FCM's devices are logged",
        form: 'a file',
        example: '/etc/harmattan/firebase.json',
      },
      FCM_URL: { meaning: "address of Firebase's push service" },
    },
  },
  {
    title: 'Webhooks',
    settings: {
      WEBHOOK_LOOPBACK: { meaning: '`allowed` permits webhooks to this machine, to try them out; not in production' },
      WEBHOOK_RETENTION_DAYS: { meaning: 'days that succeeded webhooks are kept with their attempts; failed ones stay' },
    },
  },
];
