import { z } from 'zod';

/** Texts that may come as numbers. */
const text = z.union([z.string(), z.number()]).transform(String);
const optionalText = text.nullish().transform((value) => value ?? '');

/** Codes have three digits; as numbers they lose the leading ones. */
const code = z
  .union([z.string(), z.number()])
  .transform((value) => (typeof value === 'number' ? String(value).padStart(3, '0') : value.trim()));

export const transactionAnswer = z.object({
  code,
  response_description: optionalText,
  requestId: optionalText,
  content: z
    .looseObject({
      transactions: z.object({ status: optionalText, transactionId: optionalText, total_amount: optionalText }).nullish(),
    })
    .nullish()
    .catch(undefined),
});

export const verifyAnswer = z.object({
  code,
  response_description: optionalText,
  content: z.looseObject({}).nullish().catch(undefined),
});

export const categoriesAnswer = z.object({
  content: z.array(z.object({ identifier: z.string().min(1), name: text })),
});

export const servicesAnswer = z.object({
  content: z.array(
    z.object({
      serviceID: z.string().min(1),
      name: text,
      minimium_amount: optionalText,
      minimum_amount: optionalText,
      maximum_amount: optionalText,
      convinience_fee: optionalText,
      image: optionalText,
    }),
  ),
});

const variation = z.object({
  variation_code: text,
  name: text,
  variation_amount: optionalText,
  fixedPrice: optionalText,
});

/** Both spellings occur. */
export const variationsAnswer = z.object({
  content: z
    .object({ variations: z.array(variation).nullish(), varations: z.array(variation).nullish() })
    .transform(({ variations, varations }) => variations ?? varations ?? []),
});

export const balanceAnswer = z.object({ code: text, contents: z.object({ balance: text }) });

export type Variation = z.infer<typeof variation>;
export type Service = z.infer<typeof servicesAnswer>['content'][number];
