export interface Faq {
  readonly id: string;
  readonly question: string;
  readonly answer: string;
  readonly category: string;
  readonly status: 'active' | 'removed';
  readonly helpfulCount: number;
  readonly createdAt: number;
}

export interface FaqCategory {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly icon: string;
  readonly faqCount: number;
}

/** One for each user and FAQ. */
export interface FaqRating {
  readonly id: string;
  readonly faqId: string;
  readonly userId: string;
  readonly isHelpful: boolean;
  /** May be empty. */
  readonly feedback: string;
  readonly createdAt: number;
}

export const GENERAL_CATEGORY = 'general';

/** Equal for spellings that differ only in case, spaces and closing punctuation. */
export function questionKey(question: string): string {
  return question
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[\s?!.]+$/, '')
    .trim();
}

/** A slug of the name: `Cards & limits` is `cards-limits`. Undefined where nothing remains. */
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
