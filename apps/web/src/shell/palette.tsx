import '@mantine/spotlight/styles.layer.css'
import { Kbd, useMantineColorScheme } from '@mantine/core'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
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
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TakeFocus } from '../kit/focus.tsx'
import { languages, loadLanguage, switchLanguage } from '../session/language.ts'
import { sound } from '../session/preferences.ts'
import { useRemembered } from '../session/remembered.ts'
import { useSession } from '../session/use-session.ts'
import { MenuIcon } from './menu-icons.tsx'
import { PaletteBooking } from './palette-booking.tsx'
import { useFoundBookings } from './palette-bookings.ts'
import { search } from './palette-search.ts'
import { PaletteUser, useFoundUsers } from './palette-users.tsx'
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
/** During a fade-out the screen behind would not receive its keys. */
const atOnce = { duration: 0 }

const [store, spotlight] = createSpotlight()
const listId = 'palette-list'

/**
 * Results that arrive after typing are not selected by the typing itself, so the first one is selected here unless
 * another already is.
 */
const useChosen = (count: number) =>
  useLayoutEffect(() => {
    const list = count > 0 ? document.getElementById(listId) : null
    if (!list || list.querySelector('[data-selected]')) return
    list.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
    store.updateState((state) => ({ ...state, selected: 0 }))
  }, [count])

type Group = { label: string; children: ReactNode }

const ChoiceGroup = ({ label, children }: Group) => {
  const { t } = useTranslation()
  return <Spotlight.ActionsGroup label={t(label)}>{children}</Spotlight.ActionsGroup>
}

/** Finds bookings, users, screens and actions by a part of their name; screens and actions in either language. */
const Palette = ({ takeTyped, onClose }: { takeTyped: () => string; onClose: () => void }) => {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const found = search(usePaletteEntries(), typed)
  const groups = [...new Set(found.map(({ group }) => group))]
  const { terms, near, far, isSearching, hasFailed } = useFoundBookings(typed)
  const { found: people, isSearchingUsers } = useFoundUsers(typed)
  const count = found.length + near.length + far.length + people.length
  useChosen(count)
  const bookings = (label: string, of: typeof near) =>
    terms &&
    of.length > 0 && (
      <ChoiceGroup label={label}>
        {of.map((booking) => (
          <PaletteBooking key={booking.id} booking={booking} terms={terms} />
        ))}
      </ChoiceGroup>
    )

  useLayoutEffect(() => {
    setTyped(takeTyped())
    spotlight.open()
  }, [takeTyped])

  return (
    <Spotlight.Root
      store={store}
      query={typed}
      onQueryChange={setTyped}
      shortcut={null}
      onSpotlightClose={onClose}
      transitionProps={atOnce}
      trapFocus={false}
      scrollable
      maxHeight={420}
      overlayProps={dimmed}
      attributes={{ content: { 'aria-label': t('palette.open') } }}
    >
      <TakeFocus />
      <Spotlight.Search
        data-autofocus
        placeholder={t('palette.placeholder')}
        aria-label={t('palette.placeholder')}
        leftSection={<IconSearch size={18} />}
      />
      <Spotlight.ActionsList id={listId}>
        {bookings('palette.bookings', near)}
        {groups.map((group) => (
          <ChoiceGroup key={group} label={group}>
            {found
              .filter((entry) => entry.group === group)
              .map(({ id, key, icon, run }) => (
                <Spotlight.Action key={id} className={classes.choice} label={t(key)} leftSection={icon} onClick={run} />
              ))}
          </ChoiceGroup>
        ))}
        {/* Added below all earlier results, so that nothing moves while somebody chooses. */}
        {bookings(near.length + found.length > 0 ? 'palette.further' : 'palette.bookings', far)}
        {people.length > 0 && (
          <ChoiceGroup label="palette.users">
            {people.map((user) => (
              <PaletteUser key={user.id} user={user} />
            ))}
          </ChoiceGroup>
        )}
        {hasFailed && (
          <p className={classes.paletteNote} role="status">
            {t('palette.failed')}
          </p>
        )}
        {count === 0 && !hasFailed && (
          <Spotlight.Empty>
            {t(isSearching || isSearchingUsers ? 'palette.searching' : 'common.noResults')}
          </Spotlight.Empty>
        )}
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
