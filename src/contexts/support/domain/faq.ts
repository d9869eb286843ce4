/** A question that is asked often, with its answer. */
export interface Faq {
  readonly id: string;
  readonly question: string;
  readonly answer: string;
  /** Id of its category. */
  readonly category: string;
  readonly status: 'active' | 'removed';
  /** Users who found it helpful. */
  readonly helpfulCount: number;
  /** Unix ms. */
  readonly createdAt: number;
}

export interface FaqCategory {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Name of an icon. */
  readonly icon: string;
  /** Active FAQs in it. */
  readonly faqCount: number;
}

/** A user's word on an FAQ; one for each user and FAQ. */
export interface FaqRating {
  readonly id: string;
  readonly faqId: string;
  readonly userId: string;
  readonly isHelpful: boolean;
  /** May be empty. */
  readonly feedback: string;
  /** Unix ms of the last word. */
  readonly createdAt: number;
}

/** Where an FAQ goes that names no category. */
export const GENERAL_CATEGORY = 'general';

/** The same for two spellings of one question: neither case, spaces nor closing marks make another question of it. */
export function questionKey(question: string): string {
  return question
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[\s?!.]+$/, '')
    .trim();
}

/** The id of a category that is called so: `Cards & limits` is `cards-limits`. Undefined where nothing of the name is left. */
export function categoryId(name: string): string | undefined {
  const id = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mark}+/gu, '')
    .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64);
  return id === '' ? undefined : id;
}
