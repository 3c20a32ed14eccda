import { useTranslation } from 'react-i18next'
import { useSessionState } from '../../session/use-session.ts'
import { type Present, usePresence } from '../record/use-presence.ts'
import classes from './presence.module.css'

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')

const Person = ({ name, isEditing, isSelf }: Present & { isSelf: boolean }) => {
  const { t } = useTranslation()
  const other = isEditing ? t('booking.presence.changing', { name }) : t('booking.presence.here', { name })
  const self = isEditing ? t('booking.presence.selfChanging') : t('booking.presence.self')
  return (
    <li className={classes.person} data-editing={isEditing || undefined}>
      <span className={classes.initials} aria-hidden="true">
        {initialsOf(name)}
      </span>
      {isSelf ? self : other}
    </li>
  )
}

/** Who else has this booking open, and who is changing it. Screen readers announce it politely. */
export const Presence = ({ id }: { id: number }) => {
  const { t } = useTranslation()
  const own = useSessionState((state) => state.self?.id)
  const people = usePresence(id)
  return (
    <div role="status" aria-live="polite">
      {people.length > 0 && (
        <ul className={classes.people} aria-label={t('booking.presence.label')}>
          {people.map((one) => (
            <Person key={one.idUser} {...one} isSelf={one.idUser === own} />
          ))}
        </ul>
      )}
    </div>
  )
}
