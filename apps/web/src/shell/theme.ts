import { type CSSVariablesResolver, createTheme, type MantineColorSchemeManager } from '@mantine/core'
import { colorScheme } from '../session/preferences.ts'
import { evenLuminance, ownShade, shadesOf } from '../session/tenant-color.ts'

const unlocked = { defaultProps: { lockScroll: false } }

export const themeOf = (color: string | undefined) => {
  return createTheme({
    colors: { tenant: shadesOf(color) },
    primaryColor: 'tenant',
    primaryShade: ownShade,
    autoContrast: true,
    luminanceThreshold: evenLuminance,
    fontFamily: 'var(--font)',
    fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
    headings: { fontFamily: 'var(--font)', fontWeight: '600', sizes: { h1: { fontSize: '20px', lineHeight: '1.3' } } },
    defaultRadius: 6,
    cursorType: 'pointer',
    respectReducedMotion: true,
    // The page itself never scrolls, and the scroll lock would insert styles that the Content-Security-Policy blocks.
    components: { Modal: unlocked, Drawer: unlocked, SpotlightRoot: unlocked },
  })
}

const tokens = {
  '--mantine-color-body': 'var(--ground)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-soft)',
  '--mantine-color-default': 'var(--ground)',
  '--mantine-color-default-hover': 'var(--ground-hover)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-placeholder': 'var(--ink-soft)',
  '--mantine-color-error': 'var(--danger)',
  '--mantine-color-anchor': 'var(--tenant)',
  '--mantine-color-tenant-text': 'var(--tenant)',
  '--mantine-color-tenant-light-color': 'var(--tenant)',
  '--mantine-color-tenant-outline': 'var(--tenant)',
}

/** Gives Mantine Parada's colours, so that pages with and without Mantine look alike. */
export const houseTokens: CSSVariablesResolver = () => ({ variables: {}, light: tokens, dark: tokens })

let unsubscribe: (() => void) | undefined

export const rememberedScheme: MantineColorSchemeManager = {
  get: () => colorScheme.get(),
  set: (scheme) => colorScheme.set(scheme),
  subscribe: (onUpdate) => {
    unsubscribe = colorScheme.subscribe(() => onUpdate(colorScheme.get()))
  },
  unsubscribe: () => unsubscribe?.(),
  clear: () => colorScheme.set('auto'),
}
