import { type CategoryData, fixed, flat } from './shape.js';

const PIN = { deliversPin: true };

export const EDUCATION: CategoryData = {
  id: 'education',
  name: 'Education',
  description: 'Examination PINs and registrations',
  type: 'EDUCATION',
  customerLabel: 'Profile ID or Phone Number',
  validation: { type: 'PROFILE', params: 'required|alpha_num|between:8,20' },
  billers: [
    {
      id: 'waec',
      name: 'WAEC',
      shortName: 'WAEC',
      commission: flat(250),
      items: [
        fixed('result-checker', 'WAEC Result Checker PIN', 3_900, PIN),
        fixed('registration', 'WAEC Private Registration PIN', 27_000, PIN),
      ],
    },
    {
      id: 'neco',
      name: 'NECO',
      shortName: 'NECO',
      commission: flat(100),
      items: [
        fixed('result-token', 'NECO Result Token', 1_250, PIN),
        fixed('registration', 'NECO External Registration PIN', 22_000, PIN),
      ],
    },
    {
      id: 'jamb',
      name: 'JAMB',
      shortName: 'JAMB',
      commission: flat(150),
      items: [
        fixed('utme-mock', 'UTME PIN with mock', 8_700, { ...PIN, feeNaira: 100 }),
        fixed('utme', 'UTME PIN without mock', 7_200, { ...PIN, feeNaira: 100 }),
        fixed('direct-entry', 'Direct Entry PIN', 5_700, { ...PIN, feeNaira: 100 }),
      ],
    },
    {
      id: 'nabteb',
      name: 'NABTEB',
      shortName: 'NABTEB',
      commission: flat(100),
      items: [fixed('result-checker', 'NABTEB Result Checker PIN', 1_500, PIN)],
    },
  ],
};
