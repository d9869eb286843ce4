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
      SUPPORT_EMAIL: {
        meaning: 'address of the help line in mails and PDF statements',
        unset: 'no such line',
        example: 'help@example.com',
      },
      SUPPORT_PHONE: { meaning: 'phone number of the help line', unset: 'no such line', example: '+234 700 555 0123' },
    },
  },
  {
    title: 'Personal data',
    settings: {
      RETENTION_FAILED_MAIL_DAYS: { meaning: 'how long mails that could not be sent are kept ([privacy](privacy.md#how-long))' },
    },
  },
];
