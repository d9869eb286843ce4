import { z } from 'zod';

/** Answers with their field names in lower case, because v5 writes PascalCase and v2 camelCase. */
export function lowered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lowered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name.toLowerCase(), lowered(inner)]));
}

/** Queries answer `DMO%7CWeb` and `Ikeja+Electric`. */
export function decoded(value: string): string {
  if (!/%[0-9a-f]{2}|\+/i.test(value)) return value;
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return value;
  }
}

const text = z.union([z.string(), z.number(), z.boolean()]).transform((value) => decoded(String(value)).trim());
const optionalText = text.nullish().transform((value) => value ?? '');

/** Fields that decide about money are text; otherwise the answer does not fit. */
const optionalWord = z
  .string()
  .nullish()
  .transform((value) => decoded(value ?? '').trim());

const optionalTextOrNumber = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => decoded(String(value ?? '')).trim());

const envelope = {
  responsecode: optionalWord,
  responsecodegrouping: optionalWord,
  responsedescription: optionalWord,
  responsemessage: optionalWord,
};

export const paymentAnswer = z.object({
  ...envelope,
  transactionref: optionalTextOrNumber,
  approvedamount: optionalTextOrNumber,
  /** The charge besides the amount, in kobo; empty if it says none. */
  surcharge: optionalTextOrNumber,
  rechargepin: optionalTextOrNumber,
  miscdata: optionalTextOrNumber,
  /** It has no documented shape. */
  additionalinfo: z
    .unknown()
    .optional()
    .transform((value) => (typeof value === 'string' ? decoded(value).trim() : '')),
  transactionresponsecode: optionalWord,
  errors: z.array(z.object({ code: optionalWord, message: optionalWord, responsecodegrouping: optionalWord })).nullish(),
});

export type PaymentAnswer = z.infer<typeof paymentAnswer>;

const biller = z.object({
  id: text,
  name: text,
  shortname: optionalText,
  narration: optionalText,
  paydirectproductid: optionalText,
  customerfield1: optionalText,
  customerfield2: optionalText,
  surcharge: text.nullish().transform((value) => value ?? '0'),
  networkid: optionalText,
  productcode: optionalText,
  logourl: optionalText,
  supportemail: optionalText,
  type: optionalText,
});

export const servicesAnswer = z.object({
  billerlist: z.object({
    category: z.array(
      z.object({
        id: text,
        name: text,
        description: optionalText,
        billers: z
          .array(biller)
          .nullish()
          .transform((billers) => billers ?? []),
      }),
    ),
  }),
});

const item = z.object({
  id: optionalText,
  name: text,
  consumeridfield: optionalText,
  code: optionalText,
  itemfee: optionalText,
  amount: optionalText,
  isamountfixed: optionalText,
  paymentcode: text,
  amounttype: optionalText,
  pictureid: optionalText,
  paydirectitemcode: optionalText,
});

export const optionsAnswer = z.object({ paymentitems: z.array(item) });

export const validationAnswer = z.object({
  ...envelope,
  customers: z.array(
    z.object({
      ...envelope,
      customerid: optionalText,
      fullname: optionalText,
      amount: optionalText,
      address: optionalText,
      email: optionalText,
      phone: optionalText,
    }),
  ),
});

export const tokenAnswer = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive(),
});

export type QuicktellerService = z.infer<typeof biller>;
export type QuicktellerItem = z.infer<typeof item>;
