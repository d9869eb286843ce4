import type { VtpassService } from './vtpass-catalogue.js';

export const PREPAID_METER = '1111111111111';
export const POSTPAID_METER = '1010101010101';
export const SMARTCARD = '1212121212';

/** Phones of the sandbox, and what becomes of a purchase for them. */
export const SANDBOX_PHONES: Readonly<Record<string, 'delivered' | 'pending' | 'unexpected' | 'empty' | 'silent'>> = {
  '08011111111': 'delivered',
  '201000000000': 'pending',
  '500000000000': 'unexpected',
  '400000000000': 'empty',
  '300000000000': 'silent',
};

export interface Question {
  readonly service: VtpassService;
  readonly number: string;
  readonly type: string | undefined;
}

/** What a verification says of a customer. A wrong number is told with code 000, too. */
export function verified({ service, number, type }: Question, unknown: ReadonlySet<string>): Record<string, unknown> {
  const isOther =
    (number === PREPAID_METER && type !== 'prepaid') ||
    (number === POSTPAID_METER && type !== 'postpaid' && service.customer === 'meter');
  if (unknown.has(number) || !/^\d{10,13}$/.test(number) || isOther)
    return { error: 'This number is not correct or not of this company. Please check and try again', WrongBillersCode: true };
  switch (service.customer) {
    case 'meter':
      return {
        Customer_Name: 'TESTMETER1',
        Address: 'ABULE - EGBA BU ABULE',
        Meter_Number: number,
        Customer_Arrears: '',
        Minimum_Amount: '',
        Min_Purchase_Amount: 660.23,
        Can_Vend: 'yes',
        Business_Unit: 'ABULE EGBA BU',
        Customer_Account_Type: 'NMD',
        Meter_Type: (type ?? '').toUpperCase(),
        WrongBillersCode: false,
        commission_details: { amount: null, rate: '1.50', rate_type: 'percent', computation_type: 'default' },
      };
    case 'smartcard':
      return {
        Customer_Name: 'TEST METER',
        Status: 'ACTIVE',
        DUE_DATE: '2026-12-06T00:00:00',
        Customer_Number: Number(number) % 100_000_000,
        Customer_Type: service.serviceID.toUpperCase(),
        Current_Bouquet: service.variations[0]!.name,
        Current_Bouquet_Code: service.variations[0]!.code,
        Renewal_Amount: Number(service.variations[0]!.amount),
      };
    case 'profile':
      return { Customer_Name: 'CHINUA OBI' };
    case 'phone':
      return { error: 'This service needs no verification', WrongBillersCode: true };
  }
}
