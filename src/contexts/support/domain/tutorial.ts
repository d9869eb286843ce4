export const TUTORIAL_STATUSES = ['draft', 'published', 'archived'] as const;
export type TutorialStatus = (typeof TUTORIAL_STATUSES)[number];

export interface Tutorial {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly videoUrl: string;
  readonly coverUrl: string;
  /** `removed` is hidden from everybody. */
  readonly status: TutorialStatus | 'removed';
  readonly createdAt: number;
}

export type TutorialLookup = 'browsing' | 'search' | 'id';

export function visibleStatuses(lookup: TutorialLookup, seesDrafts: boolean): readonly TutorialStatus[] {
  return [
    ...(seesDrafts ? (['draft'] as const) : []),
    'published',
    ...(lookup === 'browsing' && !seesDrafts ? [] : (['archived'] as const)),
  ];
}
