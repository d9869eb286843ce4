import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

const savanna: MantineColorsTuple = [
  '#e8f7f0',
  '#d3ebe0',
  '#a6d7c0',
  '#75c29d',
  '#4db080',
  '#33a56d',
  '#239f63',
  '#0f7f4d',
  '#0b6e4f',
  '#055a3d',
];

/** Of fields with a calendar. Days of other months and weekends are too pale to read. */
const CALENDAR = {
  defaultProps: {
    firstDayOfWeek: 1,
    hideOutsideDates: true,
    weekendDays: [],
    ariaLabels: {
      nextMonth: 'Next month',
      previousMonth: 'Month before',
      nextYear: 'Next year',
      previousYear: 'Year before',
      nextDecade: 'Next ten years',
      previousDecade: 'Ten years before',
    },
  },
};

export const theme = createTheme({
  primaryColor: 'savanna',
  primaryShade: { light: 8, dark: 7 },
  colors: { savanna },
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace',
  components: { DateInput: CALENDAR, DatePickerInput: CALENDAR },
  headings: { fontWeight: '650', sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.2rem' }, h3: { fontSize: '1rem' } } },
});

const COLORS = ['savanna', 'gray', 'red', 'orange', 'yellow', 'green', 'blue'];

/** Texts that the library makes too pale for the contrast of WCAG AA, 4.5 to 1. */
export const readableColors: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': '#6c757d',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    ...forEach((color) => [`--mantine-color-${color}-text`, darker(color, 15)]),
    ...forEach((color) => [`--mantine-color-${color}-light-color`, darker(color, 35)]),
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': '#9b9b9b',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-anchor': 'var(--mantine-color-savanna-3)',
    ...forEach((color) => [`--mantine-color-${color}-text`, `var(--mantine-color-${color}-4)`]),
    ...forEach((color) => [`--mantine-color-${color}-light-color`, `var(--mantine-color-${color}-2)`]),
  },
});

function forEach(variable: (color: string) => [name: string, value: string]): Record<string, string> {
  return Object.fromEntries(COLORS.map(variable));
}

function darker(color: string, percent: number): string {
  return `color-mix(in srgb, var(--mantine-color-${color}-9), black ${percent}%)`;
}
