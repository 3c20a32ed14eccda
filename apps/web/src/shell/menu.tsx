import { Link, useMatches } from '@tanstack/react-router'
import { memo, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazy } from '../kit/lazy.ts'
import { titleAt } from '../session/screens-of.ts'
import { MenuIcon } from './menu-icons.tsx'
import classes from './shell.module.css'
import { useMenu } from './use-screens.ts'

const FoldedTitle = lazy(() => import('./folded-title.tsx'))

type EntryProps = { path: string; icon: string; title: string; isFolded: boolean; isCurrent: boolean }

/** Links match exactly: the menu decides which entry is current on the pages below it. */
const itself = { exact: true }

/** Memoised, because there are thirty entries and every click on a row navigates. */
const Entry = memo(({ path, icon, title, isFolded, isCurrent }: EntryProps) => {
  const link = (
    <Link
      to={path}
      activeOptions={itself}
      className={classes.entry}
      aria-label={isFolded ? title : undefined}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <MenuIcon name={icon} />
      <span className={classes.entryTitle}>{title}</span>
    </Link>
  )
  if (!isFolded) return link
  return (
    <Suspense fallback={link}>
      <FoldedTitle title={title}>{link}</FoldedTitle>
    </Suspense>
  )
})

const isBelow = (pathname: string | undefined, path: string) =>
  pathname !== undefined && `${pathname}/`.startsWith(`${path}/`)

/** Shows only what the user may open, read from the routes themselves (P-032, P-076). */
export const Menu = ({ isFolded }: { isFolded: boolean }) => {
  const { t } = useTranslation()
  // Matched by title, because the address of a record's screen may not begin with that of its entry.
  const current = useMatches({ select: (matches) => titleAt(matches.at(-1)) })
  const pathname = useMatches({ select: (matches) => matches.at(-1)?.pathname })
  const groups = useMenu()
  // If an entry has the title of the screen, one whose path is only a prefix of the address is not current.
  const hasCurrent = groups.some(({ entries }) => entries.some(({ title }) => title === current))
  return (
    <nav className={classes.menu} aria-label={t('shell.menu')} data-folded={isFolded}>
      {groups.map(({ group, entries }) => (
        <div key={group} className={classes.group}>
          <h2 className={classes.groupTitle}>{t(`menu.${group}`)}</h2>
          <ul className={classes.entries}>
            {entries.map(({ path, title, menu }) => (
              <li key={path}>
                <Entry
                  path={path}
                  icon={menu.icon}
                  title={t(title)}
                  isFolded={isFolded}
                  isCurrent={hasCurrent ? title === current : isBelow(pathname, path)}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
