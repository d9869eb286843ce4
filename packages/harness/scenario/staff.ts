import type { OperationStep, Step } from './step.js';
import { browser, emailOf, mailTo } from './steps.js';

export const staffPassword = 'Sahara-Dust-2026';

type Invitation = OperationStep<'control_staff_profile_create'>;

const groups = {
  staffcx: { getDataList: 'YES' },
  statscx: { activeUsers: 'YES', newUserStat: 'NO' },
  offercx: {},
  helpscx: { viewDetails: 'YES' },
  userscx: { getDataList: 'YES' },
  othercx: { getFeedback: 'NO' },
};

const invitation = (actor: string, permissions: object, more: Partial<Invitation> = {}): Invitation => ({
  action: 'control_staff_profile_create',
  as: 'chidi',
  input: {
    stemail: emailOf(actor),
    stphone: '+2348031234567',
    stxrole: 'Clerk',
    stxdept: 'Care',
    stafbio: 'Answers letters.',
    ...permissions,
  },
  ...more,
});

/** An invited member with a profile and a session: the mail has the ID, the key of the authenticator app comes by it. */
function member(actor: string, permissions: object, { setup = true } = {}): Step[] {
  return [
    invitation(actor, permissions, { setup }),
    ...mailTo(actor, emailOf(actor), '', '(?:^|\\s)([\\w-]{43})(?:\\s|$)', 'registrationId'),
    {
      action: 'control_staff_register_info',
      setup,
      input: { rqvl: '{{registrationId}}' },
      first: ['the registration ID of the invitation mail'],
      keep: { [`${actor}_totp`]: (data) => data.twofaSecret, [`${actor}_tracking`]: (data) => data.rquxid },
    },
    {
      action: 'control_staff_profile_register',
      setup: true,
      input: {
        rgid: '{{registrationId}}',
        emal: emailOf(actor),
        pswd: staffPassword,
        pinc: `{{totp:${actor}}}`,
        ...browser,
        // Who approves uses another device than who proposed.
        dsnm: `laptop-of-${actor}`,
      },
      session: actor,
      keep: { [`${actor}_userid`]: (data) => data.userid },
    },
  ];
}

const ownCode = 'an unused code of your own authenticator app';

export const staff: readonly Step[] = [
  {
    action: 'control_staff_profile_register',
    input: {
      rgid: '{{adminRegistrationId}}',
      emal: '{{adminEmail}}',
      pswd: staffPassword,
      pinc: '{{totp:chidi}}',
      ...browser,
    },
    session: 'chidi',
    keep: { chidi_userid: (data) => data.userid },
    first: ['an invitation: `staff:create-admin` of the operator, or `control_staff_profile_create`', 'a code of the app'],
  },
  {
    action: 'control_staff_profile_login',
    input: { emal: '{{adminEmail}}', pswd: staffPassword, pinc: '{{totp:chidi}}', ...browser },
    session: 'chidi',
    first: ['a profile: `control_staff_profile_register`', 'a code of the app that was not used'],
  },
  { action: 'control_staff_profile_get', as: 'chidi', keep: { chidi_tracking: (data) => data.rquxid } },
  { action: 'control_staff_twofa_validate', as: 'chidi', input: { pinc: '{{totp:chidi}}' }, first: [ownCode] },
  { action: 'control_passkey_options', as: 'chidi', input: { pinc: '{{totp:chidi}}' }, first: [ownCode] },
  ...member('ngozi', { ...groups, staffcx: { superadminx: 'YES' } }),
  ...member('tunde', { ...groups, staffcx: { superadminx: 'YES' } }),
  // Later the permissions for money of an invitation wait for approval.
  ...member('amina', groups, { setup: false }),
  { action: 'control_staff_members_fetch', as: 'chidi' },
  { action: 'control_staff_profile_info', as: 'chidi', input: { uxid: '{{amina_userid}}' } },
  {
    action: 'control_staff_profile_update',
    as: 'chidi',
    input: { requxid: '{{amina_tracking}}', ...groups, userscx: { getDataList: 'YES', viewHistory: 'YES' } },
  },
  {
    action: 'control_staff_details_update',
    as: 'chidi',
    input: { requxid: '{{amina_tracking}}', stxrole: 'Senior clerk', stxdept: 'Care' },
  },
  { action: 'control_staff_login_history', as: 'chidi', input: { uxid: '{{chidi_tracking}}' } },
  { action: 'control_staff_twofa_fetch', as: 'chidi', input: { rqvl: '{{amina_tracking}}' } },
  {
    action: 'control_staff_twofa_decrypt',
    as: 'tunde',
    input: { rqvl: '{{amina_tracking}}', pinc: '{{totp:tunde}}' },
    first: [ownCode],
  },
  {
    action: 'control_staff_twofa_reset',
    as: 'tunde',
    input: { rqvl: '{{amina_tracking}}', pinc: '{{totp:tunde}}' },
    first: [ownCode],
  },
  { action: 'control_staff_profile_disable', as: 'chidi', input: { rquxid: '{{amina_tracking}}' } },
  { action: 'control_staff_profile_enable', as: 'chidi', input: { rquxid: '{{amina_tracking}}' }, first: ['a disabled profile'] },
  invitation('kunle', groups, { setup: true }),
  {
    action: 'control_staff_members_fetch',
    as: 'chidi',
    setup: true,
    arguments: { email: emailOf('kunle') },
    keep: {
      kunle_tracking: (data, { email }) =>
        ('result' in data ? data.result : []).find((member) => member.emailAddress === email)!.rquxid,
    },
  },
  {
    action: 'control_staff_invitation_renew',
    as: 'chidi',
    input: { rquxid: '{{kunle_tracking}}' },
    first: ['an invited member who has not registered'],
  },
];
