import '@mantine/spotlight/styles.layer.css'
import { Kbd, useMantineColorScheme } from '@mantine/core'
import { Spotlight, spotlight } from '@mantine/spotlight'
import {
  IconArrowRight,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconSearch,
  IconSun,
  IconVolume,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languages, loadLanguage, switchLanguage } from '../session/language.ts'
import { sound } from '../session/preferences.ts'
import { useRemembered } from '../session/remembered.ts'
import { useSession } from '../session/use-session.ts'
import { MenuIcon } from './menu-icons.tsx'
import { search } from './palette-search.ts'
import classes from './shell.module.css'
import { useScreens } from './use-screens.ts'

type Entry = { id: string; key: string; group: string; icon: ReactNode; run: () => void; texts: string[] }

const usePaletteEntries = (): Entry[] => {
  const { i18n } = useTranslation()
  const navigate = useNavigate()
  const session = useSession()
  const screens = useScreens()
  const heard = useRemembered(sound)
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [, setBothLoaded] = useState(false)
  useEffect(() => {
    Promise.all(languages.map(loadLanguage)).then(() => setBothLoaded(true))
  }, [])

  const entries = [
    ...screens.map(({ path, title, menu }) => ({
      id: path,
      key: title,
      group: 'palette.screens',
      icon: menu ? <MenuIcon name={menu.icon} /> : <IconArrowRight size={18} />,
      run: () => navigate({ to: path }),
    })),
    ...languages
      .filter((language) => language !== i18n.language)
      .map((language) => ({
        id: `language-${language}`,
        key: `palette.language.${language}`,
        group: 'palette.actions',
        icon: <IconLanguage size={18} />,
        run: () => switchLanguage(language),
      })),
    ...(['light', 'dark'] as const)
      .filter((scheme) => scheme !== colorScheme)
      .map((scheme) => ({
        id: `scheme-${scheme}`,
        key: `palette.scheme.${scheme}`,
        group: 'palette.actions',
        icon: scheme === 'dark' ? <IconMoon size={18} /> : <IconSun size={18} />,
        run: () => setColorScheme(scheme),
      })),
    {
      id: 'sound',
      key: heard === 'on' ? 'palette.mute' : 'palette.unmute',
      group: 'palette.actions',
      icon: <IconVolume size={18} />,
      run: () => sound.set(heard === 'on' ? 'off' : 'on'),
    },
    {
      id: 'sign-out',
      key: 'shell.signOut',
      group: 'palette.actions',
      icon: <IconLogout size={18} />,
      run: session.signOut,
    },
  ]
  const inEveryLanguage = (key: string) => languages.map((language) => i18n.getFixedT(language)(key))
  return entries.map((entry) => ({ ...entry, texts: inEveryLanguage(entry.key) }))
}

const dimmed = { blur: 0, backgroundOpacity: 0.35 }

/** Any screen or switch by typing a part of its name, in either language. */
const Palette = ({ asked }: { asked: number }) => {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const found = search(usePaletteEntries(), typed)
  const groups = [...new Set(found.map(({ group }) => group))]

  // biome-ignore lint/correctness/useExhaustiveDependencies: every further request opens it anew
  useEffect(() => spotlight.open(), [asked])

  return (
    <Spotlight.Root
      query={typed}
      onQueryChange={setTyped}
      shortcut={null}
      scrollable
      maxHeight={420}
      overlayProps={dimmed}
      attributes={{ content: { 'aria-label': t('palette.open') } }}
    >
      <Spotlight.Search
        placeholder={t('palette.placeholder')}
        aria-label={t('palette.placeholder')}
        leftSection={<IconSearch size={18} />}
      />
      <Spotlight.ActionsList>
        {groups.map((group) => (
          <Spotlight.ActionsGroup key={group} label={t(group)}>
            {found
              .filter((entry) => entry.group === group)
              .map(({ id, key, icon, run }) => (
                <Spotlight.Action key={id} className={classes.choice} label={t(key)} leftSection={icon} onClick={run} />
              ))}
          </Spotlight.ActionsGroup>
        ))}
        {found.length === 0 && <Spotlight.Empty>{t('palette.nothing')}</Spotlight.Empty>}
      </Spotlight.ActionsList>
      <Spotlight.Footer className={classes.hints}>
        <span>
          <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> {t('palette.hint.move')}
        </span>
        <span>
          <Kbd size="xs">Enter</Kbd> {t('palette.hint.choose')}
        </span>
        <span>
          <Kbd size="xs">Esc</Kbd> {t('palette.hint.close')}
        </span>
      </Spotlight.Footer>
    </Spotlight.Root>
  )
}

export default Palette
