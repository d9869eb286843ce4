import { createTheme, type MantineColorsTuple } from '@mantine/core';

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

export const theme = createTheme({
  primaryColor: 'savanna',
  primaryShade: { light: 8, dark: 7 },
  colors: { savanna },
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace',
  headings: { fontWeight: '650', sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.2rem' }, h3: { fontSize: '1rem' } } },
});
