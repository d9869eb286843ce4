export interface VtpassVariation {
  readonly code: string;
  readonly name: string;
  /** In naira; undefined: any between the limits of the service. */
  amount?: string;
}

export interface VtpassService {
  readonly category: string;
  readonly serviceID: string;
  readonly name: string;
  readonly least: number;
  readonly most: number;
  /** As text, as VTpass writes it. */
  readonly fee: string;
  readonly variations: readonly VtpassVariation[];
  readonly customer: 'phone' | 'meter' | 'smartcard' | 'profile';
}

export const VTPASS_CATEGORIES: readonly (readonly [string, string])[] = [
  ['airtime', 'Airtime Recharge'],
  ['data', 'Data Services'],
  ['tv-subscription', 'TV Subscription'],
  ['electricity-bill', 'Electricity Bill'],
  ['education', 'Education'],
  ['insurance', 'Insurance'],
];

/** A new one for each simulator, because prices change. */
export function vtpassServices(): VtpassService[] {
  return [
    airtime('mtn', 'MTN Airtime VTU', 50_000),
    airtime('glo', 'GLO Airtime VTU', 100_000),
    airtime('airtel', 'Airtel Airtime VTU', 50_000),
    airtime('etisalat', '9mobile Airtime VTU', 50_000),
    { ...airtime('foreign-airtime', 'Foreign Airtime', 50_000), variations: [] },
    data('mtn-data', 'MTN Data', [
      ['mtn-10mb-100', 'N100 100MB - 24 hrs', '100.00'],
      ['mtn-1gb-1000', 'N1000 1.5GB - 30 days', '1000.00'],
      ['mtn-2gb-2000', 'N2000 4.5GB - 30 days', '2000.00'],
    ]),
    data('glo-data', 'GLO Data', [
      ['glo100', 'Glo Data N100 - 105MB - 2 days', '100.00'],
      ['glo1000', 'Glo Data N1000 - 2.5GB - 30 days', '1000.00'],
    ]),
    data('airtel-data', 'Airtel Data', [
      ['airt-100', 'Airtel Data 100 Naira - 75MB - 1 Day', '99.00'],
      ['airt-1000', 'Airtel Data 1000 Naira - 1.5GB - 30 Days', '999.00'],
    ]),
    data('etisalat-data', '9mobile Data', [['eti-1000', '9mobile Data - 1000 Naira - 1.5GB - 30 days', '1000.00']]),
    television('dstv', 'DSTV Subscription', [
      ['dstv-padi', 'DStv Padi N1,850', '1850.00'],
      ['dstv-yanga', 'DStv Yanga N2,565', '2565.00'],
      ['dstv-compact', 'DStv Compact N7,900', '7900.00'],
    ]),
    television('gotv', 'Gotv Payment', [
      ['gotv-smallie', 'GOtv Smallie N800', '800.00'],
      ['gotv-max', 'GOtv Max N3,600', '3600.00'],
    ]),
    television('startimes', 'Startimes Subscription', [['nova', 'Nova - 900 Naira - 1 Month', '900.00']]),
    electricity('ikeja-electric', 'Ikeja Electric Payment - IKEDC'),
    electricity('eko-electric', 'Eko Electric Payment - EKEDC'),
    electricity('portharcourt-electric', 'Port Harcourt Electric Payment - PHED'),
    education('waec', 'WAEC Result Checker PIN', 'phone', [['waecdirect', 'WASSEC', '900.00']]),
    education('jamb', 'JAMB PIN VENDING (UTME & Direct Entry)', 'profile', [
      ['utme', 'UTME', '6200.00'],
      ['de', 'Direct Entry (DE)', '6200.00'],
    ]),
  ];
}

type Bundle = readonly [code: string, name: string, amount: string];
const bundles = (given: readonly Bundle[]): VtpassVariation[] => given.map(([code, name, amount]) => ({ code, name, amount }));

function airtime(serviceID: string, name: string, most: number): VtpassService {
  return { category: 'airtime', serviceID, name, least: 50, most, fee: '0 %', variations: [], customer: 'phone' };
}

function data(serviceID: string, name: string, given: readonly Bundle[]): VtpassService {
  const limits = { least: 1, most: 1_000_000, fee: 'N0' };
  return { ...limits, category: 'data', serviceID, name, variations: bundles(given), customer: 'phone' };
}

function television(serviceID: string, name: string, given: readonly Bundle[]): VtpassService {
  const limits = { least: 1, most: 1_000_000, fee: 'N0' };
  return { ...limits, category: 'tv-subscription', serviceID, name, variations: bundles(given), customer: 'smartcard' };
}

function electricity(serviceID: string, name: string): VtpassService {
  const variations = [
    { code: 'prepaid', name: 'Prepaid' },
    { code: 'postpaid', name: 'Postpaid' },
  ];
  const limits = { least: 500, most: 200_000, fee: '0 %' };
  return { ...limits, category: 'electricity-bill', serviceID, name, variations, customer: 'meter' };
}

function education(
  serviceID: string,
  name: string,
  customer: VtpassService['customer'],
  given: readonly Bundle[],
): VtpassService {
  const limits = { least: 1, most: 1_000_000, fee: 'N0' };
  return { ...limits, category: 'education', serviceID, name, variations: bundles(given), customer };
}
