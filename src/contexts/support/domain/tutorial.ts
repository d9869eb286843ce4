export const TUTORIAL_STATUSES = ['draft', 'published', 'archived'] as const;
export type TutorialStatus = (typeof TUTORIAL_STATUSES)[number];

/** Shows how something is done. */
export interface Tutorial {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  /** Address of the video. */
  readonly videoUrl: string;
  /** Address of the cover image. */
  readonly coverUrl: string;
  /** `removed`: nobody sees it any more. */
  readonly status: TutorialStatus | 'removed';
  /** Unix ms. */
  readonly createdAt: number;
}

/** How somebody comes to a tutorial: by looking around, by searching, or by its id. */
export type TutorialWay = 'browsing' | 'search' | 'id';

/** The statuses that are found this way. */
export function visibleStatuses(way: TutorialWay, seesDrafts: boolean): readonly TutorialStatus[] {
  return [
    ...(seesDrafts ? (['draft'] as const) : []),
    'published',
    ...(way === 'browsing' && !seesDrafts ? [] : (['archived'] as const)),
  ];
}
