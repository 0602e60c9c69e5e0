import { type CSSVariablesResolver, createTheme, defaultVariantColorsResolver } from '@mantine/core';

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 7 },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // White text needs a darker shade of red than of other colours.
  variantColorResolver: (input) =>
    defaultVariantColorsResolver(
      input.variant === 'filled' && input.color === 'red' ? { ...input, color: 'red.9' } : input,
    ),
  fontFamilyMonospace:
    'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
  headings: {
    fontWeight: '650',
    sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.125rem' }, h3: { fontSize: '1rem' } },
  },
  components: {
    Badge: {
      defaultProps: { variant: 'light', radius: 'sm' },
      styles: { label: { textTransform: 'none', fontWeight: 600 } },
    },
    Button: { defaultProps: { size: 'sm' } },
    // Rendered without a portal, inside the landmark of its button.
    Menu: { defaultProps: { withinPortal: false, withInitialFocusPlaceholder: false } },
    TextInput: { defaultProps: { size: 'sm' } },
    // Rendered inside the main landmark, because all content has to be in a landmark.
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true, portalProps: { target: '#main' } } },
    // Keeps the `header` element of a dialog from counting as the page's header.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    Modal: {
      defaultProps: { centered: true, closeButtonProps: { 'aria-label': 'Close' } },
      styles: { title: { fontWeight: 650 } },
    },
    Drawer: {
      defaultProps: { closeButtonProps: { 'aria-label': 'Close' } },
      styles: { title: { fontWeight: 650 } },
    },
  },
});

/**
 * Text colours with a contrast of at least 4.5:1, as small text needs. Mantine's default dimmed grey has
 * less.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-anchor': 'var(--mantine-color-indigo-8)',
    '--mantine-color-yellow-light-color': '#6b4200',
    '--surface': '#ffffff',
    '--surface-sunken': '#f6f7f9',
    '--surface-hover': '#eef1f8',
    '--line': '#dfe3e8',
  },
  dark: {
    '--mantine-color-body': '#16181d',
    '--mantine-color-dimmed': '#a9b1bd',
    '--mantine-color-placeholder': '#98a1ae',
    '--mantine-color-anchor': 'var(--mantine-color-indigo-3)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--surface': '#1c1f25',
    '--surface-sunken': '#121419',
    '--surface-hover': '#262b36',
    '--line': '#333943',
  },
});
