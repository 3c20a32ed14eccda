import { Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { MenuIcon } from './menu-icons.tsx'
import classes from './shell.module.css'
import { useMenu } from './use-screens.ts'

/** Only what the person may open, read off the routes themselves (P-032, P-076). */
export const Menu = ({ isFolded }: { isFolded: boolean }) => {
  const { t } = useTranslation()
  return (
    <nav className={classes.menu} aria-label={t('shell.menu')} data-folded={isFolded}>
      {useMenu().map(({ group, entries }) => (
        <div key={group} className={classes.group}>
          <h2 className={classes.groupTitle}>{t(`menu.${group}`)}</h2>
          <ul className={classes.entries}>
            {entries.map(({ path, title, menu }) => (
              <li key={path}>
                <Tooltip label={t(title)} position="right" disabled={!isFolded}>
                  <Link to={path} className={classes.entry} aria-label={isFolded ? t(title) : undefined}>
                    <MenuIcon name={menu.icon} />
                    <span className={classes.entryTitle}>{t(title)}</span>
                  </Link>
                </Tooltip>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
