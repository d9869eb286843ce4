import { IsIn, Matches } from 'class-validator';
import { MONNIFY_ACCESS, monnifySettings, MonnifyVariables } from '../../../../platform/companies/monnify/monnify-settings.js';
import type { ProviderManifest } from '../../../../platform/providers/provider-manifest.js';
import type { PayoutProvider } from '../../payout-provider.js';

class MonnifyPayoutVariables extends MonnifyVariables {
  @Matches(/^[0-9]{10}$/, { message: '$property must be the ten digits of an account' }) MONNIFY_SOURCE_ACCOUNT: string;
  @Matches(/^[A-Za-z]{1,40}$/, { message: '$property must be the name of a field' }) MONNIFY_APPROVAL_FIELD: string = 'status';
  @IsIn(['required', 'optional']) MONNIFY_APPROVAL_SIGNATURE: 'required' | 'optional' = 'optional';
}

export const manifest: ProviderManifest<PayoutProvider, MonnifyPayoutVariables> = {
  name: 'monnify',
  kind: 'payout',
  title: 'Monnify',
  variables: MonnifyPayoutVariables,
  settings: {
    ...MONNIFY_ACCESS,
    MONNIFY_SOURCE_ACCOUNT: {
      meaning: 'number of the wallet that payouts are paid from',
      isRequired: true,
      example: '8016472829',
    },
    MONNIFY_APPROVAL_FIELD: { meaning: 'field of the answer to its transaction validation that says `APPROVE` or `REJECT`' },
    MONNIFY_APPROVAL_SIGNATURE: {
      meaning: 'whether its transaction validation must be signed; a wrong signature is always refused',
    },
  },
  webhooks: 'signed',
  async create(variables, { http, clock, times }) {
    const { MonnifyPayoutProvider } = await import('./monnify-payout-provider.js');
    const settings = {
      ...monnifySettings(variables, times),
      sourceAccount: variables.MONNIFY_SOURCE_ACCOUNT,
      approvalField: variables.MONNIFY_APPROVAL_FIELD,
      signsApprovals: variables.MONNIFY_APPROVAL_SIGNATURE === 'required',
    };
    return new MonnifyPayoutProvider(settings, http, clock);
  },
};
