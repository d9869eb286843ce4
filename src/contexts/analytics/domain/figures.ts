export const FIGURES = [
  'newUsers',
  'newVisitors',
  'activeUsers',
  'newProducts',
  'purchases',
  'completed',
  'volumeKobo',
  'revenueKobo',
  'mobiles',
  'computers',
] as const;

export type Figures = Readonly<Record<(typeof FIGURES)[number], number>>;

export const ZERO_FIGURES: Figures = Object.freeze(
  Object.fromEntries(FIGURES.map((name) => [name, 0])) as Record<(typeof FIGURES)[number], number>,
);

export function sum(one: Figures, other: Partial<Figures>): Figures {
  return Object.fromEntries(FIGURES.map((name) => [name, one[name] + (other[name] ?? 0)])) as Figures;
}

export function difference(one: Figures, other: Figures): Figures {
  return Object.fromEntries(FIGURES.map((name) => [name, one[name] - other[name]])) as Figures;
}

export function isEqual(one: Figures, other: Figures): boolean {
  return FIGURES.every((name) => one[name] === other[name]);
}
