import { z } from 'zod';

/** Texts that may come as numbers. */
const text = z.union([z.string(), z.number()]).transform(String);
const optionalText = text.nullish().transform((value) => value ?? '');

const optionalWord = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

/** Nothing is guessed of what does not fit: a code is a text of three digits, and as a number it is none. */
export const transactionAnswer = z.object({
  code: z.string(),
  response_description: optionalWord,
  requestId: optionalWord,
  content: z
    .looseObject({
      transactions: z.object({ status: optionalWord, transactionId: optionalText, total_amount: optionalText }).nullish(),
    })
    .nullish(),
});

export const verifyAnswer = z.object({
  code: z.string(),
  response_description: optionalWord,
  content: z.looseObject({}).nullish(),
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
